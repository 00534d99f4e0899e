import type { ApiNode } from '@millrace/agentspec'
import { callHttp, mayBeRepeated, outputsOfAnswer } from './http-call.ts'
import type { Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'

/** Sends an HTTP request and reads the outputs from the response. */
export async function runApi({
  node,
  name,
  inputs,
  outputPorts,
  record,
  directory,
  credentials,
  context,
}: Step<ApiNode>): Promise<StepResult> {
  await record.begin(ROOT, mayBeRepeated(node))
  const { effects } = directory
  const answer = await callHttp(node, inputs, {
    http: (call) => effects.http(call),
    signal: context.signal,
    name,
    key: record.keyOf(ROOT),
    credential: credentials[node.id],
  })
  return { outputs: outputsOfAnswer(answer, outputPorts) }
}
