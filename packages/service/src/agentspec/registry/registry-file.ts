/** Tools and agents that the operator lists in a file: `{tools: […], agents: […]}`, JSON or YAML. */
import { readFileSync } from 'node:fs'
import { AgentSpecNewAgent, AgentSpecNewTool, isObject, issuesOf } from '@millrace/model'
import { parseYaml } from '../../workflows/yaml.ts'

export interface Listed {
  readonly tools: readonly AgentSpecNewTool[]
  readonly agents: readonly AgentSpecNewAgent[]
}

/** Reads the file; an invalid file prevents the start with an error that names it. */
export function readRegistryFile(file: string): Listed {
  const fail = (why: string): never => {
    throw new Error(`--agentspec-registry ${file}: ${why}`)
  }
  let value: unknown
  try {
    const text = readFileSync(file, 'utf8')
    value = /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text)
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'it cannot be read')
  }
  if (!isObject(value)) return fail('it must be an object with "tools" and "agents"')
  const tools = listOf(value.tools, 'tools', fail)
  const agents = listOf(value.agents, 'agents', fail)
  for (const [key, schema, list] of [
    ['tools', AgentSpecNewTool, tools],
    ['agents', AgentSpecNewAgent, agents],
  ] as const) {
    for (const [at, one] of list.entries()) {
      const [issue] = issuesOf(schema, one)
      if (issue !== undefined) fail(`${key}[${at}]${issue.path} ${issue.message}`)
    }
  }
  return { tools: tools as AgentSpecNewTool[], agents: agents as AgentSpecNewAgent[] }
}

function listOf(value: unknown, key: string, fail: (why: string) => never): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : fail(`"${key}" must be a list`)
}
