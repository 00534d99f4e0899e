/** Nodes that talk to the user. */
import type { InputMessageNode, OutputMessageNode } from '../../components.ts'
import { renderTemplate } from '../../templates.ts'
import { textOf } from '../../value-text.ts'
import { answerIn } from '../run.ts'
import type { Visit, Visited } from '../visit.ts'

const NO_MESSAGE = 'The flow waits for an answer.'

/** Says something if it has something to say, waits, and gives the answer. */
export function visitInputMessage({
  run,
  node,
  path,
  trail,
  inputs,
  outputPorts,
  conversation,
}: Visit<InputMessageNode>): Visited {
  const message = node.message ? renderTemplate(node.message, inputs) : ''
  const reply = run.ask(
    { path, trail },
    {
      type: 'text',
      config: { message: message.trim() === '' ? NO_MESSAGE : message, multiline: true },
      allowCancel: true,
    },
  )
  const answer = textOf(answerIn(reply))
  if (message !== '') conversation.push({ role: 'assistant', content: message })
  conversation.push({ role: 'user', content: answer })
  return { outputs: { [outputPorts[0]?.title ?? 'user_input']: answer } }
}

/** Says something and goes on. */
export function visitOutputMessage({ run, node, inputs, conversation }: Visit<OutputMessageNode>): Visited {
  const content = renderTemplate(node.message, inputs)
  conversation.push({ role: 'assistant', content })
  run.host.log('info', content)
  run.host.say(content)
  return { outputs: {} }
}
