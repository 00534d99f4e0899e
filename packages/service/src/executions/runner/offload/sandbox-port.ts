/** Calls of the sandbox from a worker thread: sent through a port to the main thread, which owns the processes. */
import type { MessagePort } from 'node:worker_threads'
import { NodeFailure } from '@millrace/model'
import type { SandboxCall } from '../../../effects/sandbox/calls.ts'
import type { SendToSandbox } from '../../../effects/sandbox/sandbox-calls.ts'

interface Sent {
  readonly number: number
  readonly call: SandboxCall
  readonly input: string
}

type Returned = { readonly number: number } & (
  | { readonly result: string; readonly logs: readonly string[] }
  | { readonly code: string; readonly message: string; readonly retryable: boolean; readonly retryAfterMs?: number }
)

/** Main thread: executes the calls received through the port. */
export function serveSandbox(port: MessagePort, send: (call: SandboxCall, input: string) => ReturnType<SendToSandbox>) {
  const answer = async ({ number, call, input }: Sent): Promise<Returned> => {
    try {
      return { number, ...(await send(call, input)) }
    } catch (error) {
      return { number, ...failureOf(error) }
    }
  }
  port.on('message', (sent: Sent) => {
    void answer(sent).then((returned) => port.postMessage(returned))
  })
}

function failureOf(error: unknown): { code: string; message: string; retryable: boolean; retryAfterMs?: number } {
  if (!(error instanceof NodeFailure)) return { code: 'FAILED', message: messageOf(error), retryable: false }
  const { code, message, retryable, retryAfterMs } = error
  return { code, message, retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Worker thread: sends calls through the port. The main thread ends the thread with the step. */
export function sandboxThrough(port: MessagePort): SendToSandbox {
  const waiting = new Map<number, PromiseWithResolvers<{ result: string; logs: readonly string[] }>>()
  let count = 0
  port.on('message', (returned: Returned) => {
    const call = waiting.get(returned.number)
    waiting.delete(returned.number)
    if ('result' in returned) call?.resolve(returned)
    else call?.reject(new NodeFailure(returned.code, returned.message, returned))
  })
  return (call, input) => {
    const answered = Promise.withResolvers<{ result: string; logs: readonly string[] }>()
    const number = ++count
    waiting.set(number, answered)
    port.postMessage({ number, call, input } satisfies Sent)
    return answered.promise
  }
}
