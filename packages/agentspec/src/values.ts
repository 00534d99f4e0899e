/** Values on their way into and out of nodes and flows: cast, with defaults, and failures that name what is missing. */
import { NodeFailure } from '@millrace/model'
import { cast } from './casting.ts'
import type { Flow, Property } from './components.ts'
import { flowInputs, flowOutputs } from './ports.ts'

export type Values = Readonly<Record<string, unknown>>

/** The value as the property takes it. */
export function castTo(property: Property, value: unknown, whose: string): unknown {
  const made = cast(value, property)
  if (made.problem === undefined) return made.value
  throw new NodeFailure('TYPE_MISMATCH', `${whose} "${property.title}" ${made.problem}.`)
}

/** What was given for each property, cast; else its default. `missing` says what else to do. */
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

/** The outputs that a node has to give: a missing one without a default is a failure, what is not declared is dropped. */
export function outputValues(properties: readonly Property[], given: Values, name: string): Record<string, unknown> {
  return valuesFor(properties, given, {
    whose: `The output of "${name}" called`,
    missing({ title }) {
      throw new NodeFailure('MISSING_OUTPUT', `"${name}" gave no value for its output "${title}".`)
    },
  })
}

/** What a flow is started with; throws a failure that names what is missing or not known. */
export function flowInputValues(flow: Flow, given: Values): Values {
  const properties = flowInputs(flow)
  const start = flow.nodes.find((node) => node.id === flow.startNode)
  const ofStart = new Map((start?.inputs ?? start?.outputs ?? []).map((one) => [one.title, one]))
  return valuesFor(properties, given, {
    whose: `The input of the flow "${flow.name}" called`,
    missing({ title }) {
      const fallback = ofStart.get(title)?.default
      if (fallback !== undefined) return fallback
      throw new NodeFailure('MISSING_INPUT', `The flow "${flow.name}" needs the input "${title}".`)
    },
  })
}

/** What a flow gives, of the values that its end was given. */
export function flowOutputValues(flow: Flow, ofEnd: Values): Values {
  return valuesFor(flowOutputs(flow), ofEnd, {
    whose: `The output of the flow "${flow.name}" called`,
    missing({ title }) {
      throw new NodeFailure('MISSING_OUTPUT', `The flow "${flow.name}" gave no value for its output "${title}".`)
    },
  })
}
