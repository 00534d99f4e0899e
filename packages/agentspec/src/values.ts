/** Values of node and flow inputs and outputs: cast, with defaults, and failures that name missing values. */
import { NodeFailure } from '@millrace/model'
import { cast } from './casting.ts'
import type { Flow, Property } from './components.ts'
import { flowInputs, flowOutputs } from './ports.ts'

export type Values = Readonly<Record<string, unknown>>

/** The value cast to the property. */
export function castTo(property: Property, value: unknown, whose: string): unknown {
  const made = cast(value, property)
  if (made.problem === undefined) return made.value
  throw new NodeFailure('TYPE_MISMATCH', `${whose} "${property.title}" ${made.problem}.`)
}

/** The given value of each property, cast, else its default. `missing` handles the rest. */
export function valuesFor(
  properties: readonly Property[],
  given: Values,
  { whose, missing }: { readonly whose: string; readonly missing: (property: Property) => unknown },
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const property of properties) {
    const { title } = property
    if (Object.hasOwn(given, title) && given[title] !== undefined) values[title] = castTo(property, given[title], whose)
    else if (property.default !== undefined) values[title] = property.default
    else {
      const fallback = missing(property)
      if (fallback !== undefined) values[title] = fallback
    }
  }
  return values
}

/** The outputs of a node: a missing one without a default fails, undeclared ones are dropped. */
export function outputValues(properties: readonly Property[], given: Values, name: string): Record<string, unknown> {
  return valuesFor(properties, given, {
    whose: `Output of "${name}":`,
    missing({ title }) {
      throw new NodeFailure('MISSING_OUTPUT', `"${name}" gave no value for its output "${title}".`)
    },
  })
}

/** The inputs of a flow; throws for missing or unknown ones. */
export function flowInputValues(flow: Flow, given: Values): Values {
  const properties = flowInputs(flow)
  const start = flow.nodes.find((node) => node.id === flow.startNode)
  const ofStart = new Map((start?.inputs ?? start?.outputs ?? []).map((one) => [one.title, one]))
  return valuesFor(properties, given, {
    whose: `Input of the flow "${flow.name}":`,
    missing({ title }) {
      const fallback = ofStart.get(title)?.default
      if (fallback !== undefined) return fallback
      throw new NodeFailure('MISSING_INPUT', `The flow "${flow.name}" needs the input "${title}".`)
    },
  })
}

/** The outputs of a flow from the values at its end. */
export function flowOutputValues(flow: Flow, ofEnd: Values): Values {
  return valuesFor(flowOutputs(flow), ofEnd, {
    whose: `Output of the flow "${flow.name}":`,
    missing({ title }) {
      throw new NodeFailure('MISSING_OUTPUT', `The flow "${flow.name}" gave no value for its output "${title}".`)
    },
  })
}
