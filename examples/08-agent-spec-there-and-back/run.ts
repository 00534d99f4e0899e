/** Exports a workflow and imports it again; imports an official flow and runs it, as a workflow and as it is. */
import { readFileSync } from 'node:fs'

const api = `${process.env.MILLRACE_URL ?? 'http://127.0.0.1:7410'}/api/v1`
const key = readFileSync(process.env.MILLRACE_TOKEN_FILE ?? 'data/admin-token', 'utf8').trim()
const beside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

interface Workflow {
  readonly id: string
  readonly name: string
  readonly nodes: readonly { readonly id: string; readonly data: { readonly config: object } }[]
  readonly edges: readonly unknown[]
}

interface Execution {
  readonly status: string
  readonly outputs?: object
}

async function call<T>(method: string, path: string, body?: string | object, type = 'application/json'): Promise<T> {
  const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': type }) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${api}${path}`, { method, headers, ...(body && { body: text }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Asks again until what is asked about is over. */
async function over<T extends Execution>(path: string): Promise<T> {
  for (;;) {
    const now = await call<T>('GET', path)
    if (now.status !== 'running' && now.status !== 'pending') return now
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

// There: a workflow as a flow, in both dialects. The key of the model stays here.
const { data: stored } = await call<{ data: Workflow }>('POST', '/workflows', beside('workflow.json'))
const flow = await call<{ nodes: { component_type: string; name: string }[] }>(
  'GET',
  `/workflows/${stored.id}/export/agentspec`,
)
console.log(`exported:  ${flow.nodes.map(({ name, component_type }) => `${name} (${component_type})`).join(' -> ')}`)
const official = await call<object>('GET', `/workflows/${stored.id}/export/agentspec?dialect=official`)
console.log(
  `secrets:   ${/not-a-real-key/.test(JSON.stringify([flow, official])) ? 'in the flow' : 'none in the flow'}`,
)

// And back: the metadata of the flow contains the rest, so it becomes the same workflow.
const { data: again } = await call<{ data: Workflow }>('POST', '/workflows/import/agentspec', official)
const ids = (workflow: Workflow) => workflow.nodes.map(({ id }) => id).join(', ')
console.log(`imported:  ${ids(again)}, ${again.edges.length} connections`)
console.log(
  `the same:  ${ids(again) === ids(stored) && JSON.stringify(again.edges) === JSON.stringify(stored.edges) ? 'yes' : 'no'}`,
)

// An official flow becomes a workflow of Agent Spec nodes, and runs on the engine like any other.
const path = '/workflows/import/agentspec?save=true'
const { data: drawn } = await call<{ data: Workflow }>('POST', path, beside('flow.yaml'), 'application/yaml')
console.log(`drawn:     ${ids(drawn)}`)
for (const count of [2, 50]) {
  const inputs = { item: 'lamp', count }
  const started = await call<{ data: { execution_id: string } }>('POST', `/workflows/${drawn.id}/execute`, { inputs })
  const { status, outputs } = await over<Execution>(`/pipelines/${started.data.execution_id}`)
  console.log(`run:       ${count} lamps: ${status}, ${JSON.stringify(outputs)}`)
}

// The same flow, submitted as it is.
const body = { flow: beside('flow.yaml'), inputs: { item: 'lamp', count: 2 } }
const { execution_id: id } = await call<{ execution_id: string }>('POST', '/agentspec/flows/execute', body)
const { status } = await over<Execution>(`/agentspec/executions/${id}`)
console.log(`submitted: ${status}, ${JSON.stringify(await call('GET', `/agentspec/executions/${id}/results`))}`)
