/** Creates a workflow by chat: sends requests, applies the commands of the replies, saves the result. */
import { readFileSync } from 'node:fs'
import { applyAll, type Catalogue, type Graph, type NodeType, parseCommands, parseHandle } from '@millrace/model'

const api = `${process.env.MILLRACE_URL ?? 'http://127.0.0.1:7410'}/api/v1`
const key = readFileSync(process.env.MILLRACE_TOKEN_FILE ?? 'data/admin-token', 'utf8').trim()

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const types = await call<NodeType[]>('GET', '/nodes')
const catalogue: Catalogue = { types: new Map(types.map((type) => [type.node_type_id, type])), categories: [] }

const { id, machineName } = await call<{ id: string; machineName: string }>('POST', '/workflows', {
  name: 'Made by chat',
})
console.log(`stored as: ${machineName}`)

let graph: Graph = { nodes: [], edges: [] }
const messages = [
  'add an http request, a summarizer and a text output',
  'connect the http request to the summarizer and the summarizer to the text output',
  'set the length to short',
  'add a confirmation before the text output',
]
for (const message of messages) {
  const reply = await call<{ content: string; commands: number }>('POST', `/workflows/${id}/chat/messages`, {
    message,
    workflowState: graph,
  })
  const written = /```millrace\n([\s\S]*?)\n```/.exec(reply.content)?.[1] ?? ''
  const { commands } = parseCommands(written, catalogue)
  const applied = applyAll(
    graph,
    commands.map(({ command }) => command),
    catalogue,
  )
  if (!applied.ok) throw new Error('a command was refused')
  graph = applied.graph
  console.log(`\nyou:       ${message}\nassistant: ${written.replaceAll('\n', '\n           ')}`)
}

await call('PUT', `/workflows/${id}`, graph)
console.log('\nsaved:')
for (const edge of graph.edges) {
  const [from, to] = [
    parseHandle(edge.sourceHandle ?? '', edge.source, 'output'),
    parseHandle(edge.targetHandle ?? '', edge.target, 'input'),
  ]
  console.log(`  ${edge.source}:${from} -> ${edge.target}:${to}`)
}
