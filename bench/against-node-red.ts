/** A flow of ten steps behind a webhook, on our service and on Node-RED, under the same load. */
import { alternately, type Rounds } from './alternate.ts'
import { edge, node, saved } from './event-loop-runs.ts'
import { latencyOf, rateOf } from './load.ts'
import { type NodeRed, PEER_PATH, type PeerStep, startNodeRed } from './node-red.ts'
import { ms, perSecond, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const DURATION_MS = 1000
const PATH = 'bench/ten-steps'

interface Body {
  readonly type: string
  readonly text: string
}

/** What both sides get as the body of each request. */
const JSON_BODY: Body = {
  type: 'application/json',
  text: '{"text":"hello","n":0,"lines":[{"price":2},{"price":3}]}',
}
const TEXT_BODY: Body = { type: 'text/plain', text: 'order 7 of 12 for ada@example.com' }

/** The node type of the ten steps, and the ports that connect one to the next. */
export interface OwnSteps {
  readonly type: string
  readonly config: object
  readonly input: string
  readonly output: string
  /** A port of every step that gets the body. */
  readonly fed?: string
  /** The body is a text instead of an object. */
  readonly isText?: boolean
}

export interface Contest {
  readonly service: RunningService
  readonly peer: NodeRed
  readonly body: Body
}

/** Starts both, each with its flow, and stops them after `measure`. */
export async function contest<T>(own: OwnSteps, peer: PeerStep, measure: (both: Contest) => Promise<T>): Promise<T> {
  const service = await startService({ flags: ['--egress-allow', '127.0.0.1'] })
  try {
    await saved(service, tenSteps(own))
    const body = own.isText === true ? TEXT_BODY : JSON_BODY
    await checkAnswer(service, body)
    const red = await startNodeRed(peer, body)
    try {
      return await measure({ service, peer: red, body })
    } finally {
      await red.stop()
    }
  } finally {
    await service.stop()
  }
}

async function checkAnswer({ port }: RunningService, { type, text }: Body): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/v1/hooks/${PATH}`
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body: text })
  const answered = await answer.text()
  if (!answered.includes('"completed"')) throw new Error(answered)
}

function tenSteps({ type, config, input, output, fed }: OwnSteps) {
  const ids = Array.from({ length: 10 }, (_, at) => `step${at}`)
  return {
    nodes: [
      node('hook', 'webhook_trigger', { path: PATH, respond: 'finished' }),
      ...ids.map((id) => node(id, type, config)),
    ],
    edges: [
      ...ids.map((id, at) => edge(at === 0 ? 'hook:body' : `${ids[at - 1]}:${output}`, `${id}:${input}`)),
      ...(fed === undefined ? [] : ids.map((id) => edge('hook:body', `${id}:${fed}`))),
    ],
  }
}

function requestTo(path: string, { type, text }: Body): string {
  const head = `host: 127.0.0.1\r\ncontent-type: ${type}\r\ncontent-length: ${text.length}\r\n`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n${text}`
}
const ownRequest = (body: Body) => requestTo(`/api/v1/hooks/${PATH}`, body)
const peerRequest = (body: Body) => requestTo(PEER_PATH, body)

export interface Goal {
  readonly work: string
  /** The ratio of our figure to that of Node-RED. */
  readonly ratio: number
  readonly rounds?: Rounds
}

/** Requests per second with 50 connections. */
export async function rateRow({ service, peer, body }: Contest, { work, ratio, rounds }: Goal): Promise<Row> {
  const load = { connections: 50, durationMs: DURATION_MS }
  const own = () => rateOf({ ...load, port: service.port, request: ownRequest(body) })
  const theirs = () => rateOf({ ...load, port: peer.port, request: peerRequest(body) })
  const { ours, others, figure } = await alternately(own, theirs, rounds)
  return {
    work: `${work}, 50 connections`,
    measured: perSecond(ours),
    limit: `Node-RED ${peer.version}: ${perSecond(others)}`,
    figure,
    goal: `at least ${ratio}`,
    met: figure >= ratio,
  }
}

/** The median latency with one connection. */
export async function latencyRow({ service, peer, body }: Contest, { work, ratio, rounds }: Goal): Promise<Row> {
  const load = { connections: 1, durationMs: DURATION_MS }
  const own = () => latencyOf({ ...load, port: service.port, request: ownRequest(body) })
  const theirs = () => latencyOf({ ...load, port: peer.port, request: peerRequest(body) })
  const { ours, others, figure } = await alternately(own, theirs, rounds)
  return {
    work: `${work}, 1 connection, median latency`,
    measured: ms(ours),
    limit: `Node-RED ${peer.version}: ${ms(others)}`,
    figure,
    goal: `at most ${ratio}`,
    met: figure <= ratio,
  }
}
