/**
 * Effects that only compute, for tests of nodes: with the libraries of the service, but without its sandbox, so without
 * limits on time and memory. The libraries are loaded on first use.
 */
import { createContext, runInContext } from 'node:vm'
import type { Effects, PatternAnswer, PatternCall } from '@millrace/model'

export const pureEffects: Pick<Effects, 'expression' | 'template' | 'code' | 'pattern' | 'patternTests'> = {
  async expression(source, input) {
    const { default: jsonata } = await import('jsonata')
    // Through JSON, because JSONata adds properties to its arrays.
    return plain(await jsonata(source).evaluate(input))
  },
  template,
  code,
  pattern: async (call) => matched(call),
  patternTests: async (tests) => tests.map(({ pattern, flags, text }) => new RegExp(pattern, flags).test(text)),
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

async function template(source: string, variables: Readonly<Record<string, unknown>>) {
  const { Liquid } = await import('liquidjs')
  const liquid = new Liquid({ strictFilters: true, templates: {} })
  const named = await liquid.globalVariables(source)
  const missing = named.filter((name) => !Object.hasOwn(variables, name))
  return { text: String(await liquid.parseAndRender(source, { ...variables })), missing }
}

async function code({ source, variables, timeoutMs }: Parameters<Effects['code']>[0]) {
  const logs: string[] = []
  const console = { log: (...parts: unknown[]) => logs.push(parts.map(String).join(' ')) }
  const context = createContext({ ...variables, console })
  const result: unknown = runInContext(`(() => { ${source}\n })()`, context, { timeout: timeoutMs })
  return { result: plain(result), logs }
}

function matched({ pattern, flags = '', text, replacement, limit = Number.POSITIVE_INFINITY }: PatternCall) {
  const all = [...text.matchAll(new RegExp(pattern, `${flags}g`))].slice(0, limit)
  const matches: PatternAnswer['matches'] = all.map((match) => ({
    text: match[0],
    index: match.index,
    groups: match.slice(1).map((group) => group ?? null),
    named: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, group]) => [name, group ?? null])),
  }))
  const replaced = replacement === undefined ? text : text.replace(new RegExp(pattern, `${flags}g`), replacement)
  return { matches, text: replaced, count: all.length }
}
