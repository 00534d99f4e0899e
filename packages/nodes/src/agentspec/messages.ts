/** Nodes that exchange messages with the user. */
import { type InputMessageNode, type OutputMessageNode, renderTemplate, textOf } from '@millrace/agentspec'
import type { Step } from './step.ts'
import { answerIn, ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'

const NO_MESSAGE = 'The flow is waiting for a reply.'

/** Asks the user and outputs the reply. Without a message it only waits. */
export function runInputMessage({
  node,
  inputs,
  outputPorts,
  conversation,
  record,
}: Step<InputMessageNode>): StepResult {
  const message = node.message ? renderTemplate(node.message, inputs) : ''
  const reply = record.ask(ROOT, {
    type: 'text',
    config: { message: message.trim() === '' ? NO_MESSAGE : message, multiline: true },
    allowCancel: true,
  })
  const answer = textOf(answerIn(reply))
  if (message !== '') conversation.push({ role: 'assistant', content: message })
  conversation.push({ role: 'user', content: answer })
  return { outputs: { [outputPorts[0]?.title ?? 'user_input']: answer } }
}

/** Sends a message to the user and records it with the step, so that conversations can show it. */
export function runOutputMessage({ node, inputs, conversation, directory }: Step<OutputMessageNode>): StepResult {
  const message = renderTemplate(node.message, inputs)
  conversation.push({ role: 'assistant', content: message })
  directory.say(message)
  return { outputs: {}, recorded: { message } }
}
