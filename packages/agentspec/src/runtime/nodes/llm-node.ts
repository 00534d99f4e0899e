/**
 * Asks a model once: one message with the rendered prompt, no history. One text as output is the answer itself; anything
 * else is asked for as JSON, checked, asked for once more if it does not fit, and then a failure.
 */
import { isObject, type ModelMessage, NodeFailure } from '@millrace/model'
import { cast } from '../../casting.ts'
import type { LlmNode, Property } from '../../components.ts'
import { renderTemplate } from '../../templates.ts'
import { jsonIn } from '../values.ts'
import type { Visit, Visited } from '../visit.ts'

export async function visitLlm({ run, node, inputs, outputPorts, name }: Visit<LlmNode>): Promise<Visited> {
  const { host } = run
  const system = node.systemPrompt ? { system: renderTemplate(node.systemPrompt, inputs) } : {}
  const prompt: ModelMessage = { role: 'user', content: renderTemplate(node.promptTemplate, inputs) }
  const ask = (call: Parameters<typeof host.model>[1]) =>
    host.model(node.llmConfig ?? undefined, { ...system, ...call })
  const [only] = outputPorts
  if (outputPorts.length === 1 && only !== undefined && isText(only)) {
    const { text } = await ask({ messages: [prompt], onText: (delta) => host.say(delta) })
    return { outputs: { [only.title]: text } }
  }
  const schema = schemaOf(outputPorts)
  const first = await ask({ messages: [prompt], schema })
  const read = readOutputs(first.text, outputPorts)
  if ('values' in read) return { outputs: read.values }
  host.log('warning', `The answer to "${name}" does not fit and is asked for again: ${read.problem}.`)
  const again = `Your answer cannot be used: ${read.problem}. Answer again, with nothing but JSON that fits this JSON Schema: ${JSON.stringify(schema)}`
  const second = await ask({
    messages: [
      prompt,
      { role: 'assistant', content: first.text.trim() || '(no text)' },
      { role: 'user', content: again },
    ],
    schema,
  })
  const last = readOutputs(second.text, outputPorts)
  if ('values' in last) return { outputs: last.values }
  throw new NodeFailure(
    'MODEL_BAD_ANSWER',
    `The model was asked twice, and its answer still does not fit: ${last.problem}.`,
  )
}

export function isText({ type, anyOf }: Property): boolean {
  return type === 'string' && anyOf === undefined
}

/** An object with one property for every output. */
export function schemaOf(outputs: readonly Property[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(outputs.map((one) => [one.title, one])),
    required: outputs.filter((one) => one.default === undefined).map(({ title }) => title),
  }
}

export type ReadOutputs = { readonly values: Record<string, unknown> } | { readonly problem: string }

/** The outputs in an answer. */
export function readOutputs(text: string, outputs: readonly Property[]): ReadOutputs {
  const found = jsonIn(text)
  if (found === undefined) return { problem: 'it is not JSON' }
  return outputsIn(isObject(found) ? found : {}, outputs, isObject(found) ? 'lacks' : 'is no object, so it lacks')
}

/** Every output out of an object, cast. */
export function outputsIn(
  found: Readonly<Record<string, unknown>>,
  outputs: readonly Property[],
  lacks = 'lacks',
): ReadOutputs {
  const values: Record<string, unknown> = {}
  for (const output of outputs) {
    const { title } = output
    if (!Object.hasOwn(found, title)) {
      if (output.default === undefined) return { problem: `it ${lacks} "${title}"` }
      values[title] = output.default
      continue
    }
    const made = cast(found[title], output)
    if (made.problem !== undefined) return { problem: `"${title}" ${made.problem}` }
    if (output.enum !== undefined && !output.enum.includes(made.value)) {
      return { problem: `"${title}" must be one of ${JSON.stringify(output.enum)}` }
    }
    values[title] = made.value
  }
  return { values }
}
