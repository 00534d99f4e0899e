/** Copies the newest version of each workflow of one service to another, and prints what has to be done by hand. */
import { readFileSync } from 'node:fs'

const PAGE = 100
const TRIGGERS = ['webhook_trigger', 'schedule_trigger']

interface Service {
  readonly api: string
  readonly key: string
}

interface Workflow {
  readonly id: string
  readonly machineName: string
  readonly nodes: readonly { readonly data: { readonly metadata: { readonly node_type_id: string } } }[]
}

function service(url: string | undefined, tokenFile: string | undefined): Service {
  if (url === undefined || tokenFile === undefined) {
    console.error('Set MILLRACE_URL and MILLRACE_TOKEN_FILE, and TO_URL and TO_TOKEN_FILE for the other service.')
    process.exit(1)
  }
  return { api: `${url}/api/v1`, key: readFileSync(tokenFile, 'utf8').trim() }
}

async function call<T>({ api, key }: Service, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** All workflows, oldest first, so that names are assigned in the same order. */
async function* workflowsOf(from: Service): AsyncGenerator<Workflow> {
  for (let offset = 0; ; offset += PAGE) {
    const path = `/workflows?limit=${PAGE}&offset=${offset}&sort=created_at&order=asc`
    const { data } = await call<{ data: Workflow[] }>(from, path)
    yield* data
    if (data.length < PAGE) return
  }
}

const from = service(process.env.MILLRACE_URL, process.env.MILLRACE_TOKEN_FILE)
const to = service(process.env.TO_URL, process.env.TO_TOKEN_FILE)
let count = 0
for await (const workflow of workflowsOf(from)) {
  // An export has no secrets: a placeholder in the source means that the value is missing in the target.
  const exported = await call<object>(from, `/workflows/${workflow.id}/export`)
  const { data } = await call<{ data: Workflow }>(to, '/workflows/import', exported)
  const byHand = [
    ...(JSON.stringify(workflow).includes('__secret__') ? ['enter its secrets'] : []),
    ...(workflow.nodes.some(({ data: { metadata } }) => TRIGGERS.includes(metadata.node_type_id))
      ? ['save it once to wake its triggers']
      : []),
    ...(data.machineName === workflow.machineName ? [] : [`its name was taken: it is ${data.machineName}`]),
  ]
  console.log(`${workflow.machineName}: copied${byHand.map((todo) => `; ${todo}`).join('')}`)
  count += 1
}
console.log(`${count} workflows copied`)
