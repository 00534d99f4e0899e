import type { ApiNode } from '../../components.ts'
import { callHttp, mayBeRepeated, outputsOfAnswer } from '../http-call.ts'
import type { Visit, Visited } from '../visit.ts'

/** Calls a web address; its outputs are read from the answer. */
export async function visitApi({ run, node, path, inputs, outputPorts, name }: Visit<ApiNode>): Promise<Visited> {
  await run.begin(path, mayBeRepeated(node))
  const answer = await callHttp(node, inputs, { host: run.host, name, key: run.keyOf(path) })
  return { outputs: outputsOfAnswer(answer, outputPorts) }
}
