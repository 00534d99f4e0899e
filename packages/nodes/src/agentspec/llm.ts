/**
 * Calls a model once with the rendered prompt and no history. A single text output is the response itself; other
 * outputs are requested as JSON, validated, and requested once more if invalid.
 */
import { type LlmNode, type Property, renderTemplate } from '@millrace/agentspec'
import { isObject, type ModelCall } from '@millrace/model'
import { jsonIn } from '../ai/json-answer.ts'
import { type Reading, structuredAnswer } from '../ai/structured-answer.ts'
import { isText, propertiesIn, schemaOf } from './properties.ts'
import { modelOf, type Step } from './step.ts'
import type { StepResult } from './step-result.ts'

export async function runLlm(step: Step<LlmNode>): Promise<StepResult> {
  const { node, inputs, outputPorts, directory } = step
  const call: ModelCall = {
    settings: modelOf(node.llmConfig, step),
    ...(node.systemPrompt ? { system: renderTemplate(node.systemPrompt, inputs) } : {}),
    messages: [{ role: 'user', content: renderTemplate(node.promptTemplate, inputs) }],
  }
  const [only] = outputPorts
  if (outputPorts.length === 1 && only !== undefined && isText(only)) {
    const { text } = await directory.effects.models.answer({ ...call, onText: (delta) => directory.say(delta) })
    return { outputs: { [only.title]: text } }
  }
  const inForm = { ...call, schema: schemaOf(outputPorts) }
  const { value } = await structuredAnswer(directory, inForm, (text) => readOutputs(text, outputPorts))
  return { outputs: value }
}

function readOutputs(text: string, outputs: readonly Property[]): Reading<Record<string, unknown>> {
  const found = jsonIn(text)
  if (found === undefined) return { problems: ['it is not JSON'] }
  const { value } = found
  const read = propertiesIn(
    isObject(value) ? value : {},
    outputs,
    isObject(value) ? 'lacks' : 'is not an object, so it lacks',
  )
  return read.problem === undefined ? { value: read.values } : { problems: [read.problem] }
}
