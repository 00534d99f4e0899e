/** Bodies that are cheap to send and expensive to process. */

const MIB = 2 ** 20

/** An object of about 15 MB with very many keys. */
export function manyKeys(): string {
  return `{${Array.from({ length: 300_000 }, (_, at) => `"a key with number ${String(at).padStart(12, '0')}":"${at} and text"`).join()}}`
}

/** An object of so many objects, each with nearly as many keys as are accepted: about 0.5 MB each. */
export function manyMaps(count: number): string {
  const map = `{${Array.from({ length: 9_600 }, (_, at) => `"a key with number ${String(at).padStart(12, '0')}":"${at} and text"`).join()}}`
  return `{${Array.from({ length: count }, (_, at) => `"m${at}":${map}`).join()}}`
}

/** A list of about 14 MB with nearly as many objects as are accepted. */
export function acceptedObjects(): string {
  return `[${Array.from({ length: 480_000 }, (_, at) => `{"name":"number ${String(at).padStart(12, '0')}"}`).join()}]`
}

/** A list of about 15 MB in which every value is an object. */
export function manyObjects(): string {
  return `[${'{},'.repeat(5 * 10 ** 6 - 1)}{}]`
}

/** 15 MB that stop being JSON at the last character. */
export function brokenAtTheEnd(): string {
  return `{"name":"x","nodes":[${'{"a":"b"},'.repeat(1.5 * 10 ** 6)}`
}

function shortKeys(count: number): string {
  return Array.from({ length: count }, (_, at) => ` k${at}: 1`).join('\n')
}

/** Texts that YAML parsers take long for; each below 2 MiB. */
export const YAML: Readonly<Record<string, string>> = {
  'short keys': Array.from({ length: 180_000 }, (_, at) => `k${at}: 1`).join('\n'),
  maps: Array.from({ length: 17 }, (_, map) => `m${map}:\n${shortKeys(9_600)}`).join('\n'),
  colons: ': '.repeat(10 ** 6 - 10),
  anchors: Array.from({ length: 90_000 }, (_, at) => `- &a${at} b`).join('\n'),
  'nested lists': `${'- '.repeat(MIB / 2)}x`,
}

interface Drawn {
  readonly name: string
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
}

function node(at: number, type: string, config: object): object {
  return {
    id: `n${at}`,
    type: 'universalNode',
    position: { x: (at % 100) * 300, y: Math.floor(at / 100) * 150 },
    data: { label: `Node ${at}`, config, metadata: { node_type_id: type, id: type } },
  }
}

/** A chain of so many nodes. */
export function chain(length: number): Drawn {
  const nodes = Array.from({ length }, (_, at) => node(at, 'text_input', { defaultValue: 'x' }))
  const edges = Array.from({ length: length - 1 }, (_, at) => ({
    id: `e${at}`,
    source: `n${at}`,
    target: `n${at + 1}`,
    sourceHandle: `n${at}-output-trigger`,
    targetHandle: `n${at + 1}-input-trigger`,
  }))
  return { name: 'Chain', nodes, edges }
}

/** 10,000 nodes of a type, without edges. */
export function manyNodes(type: string, configOf: (at: number) => object): Drawn {
  const nodes = Array.from({ length: 10_000 }, (_, at) => node(at, type, configOf(at)))
  return { name: 'Many', nodes, edges: [] }
}

/** Expressions whose parser takes the square of their length. */
export function expressions(count: number): Drawn {
  const expression = `${'a[%=1].'.repeat(3000)}b`
  const nodes = Array.from({ length: count }, (_, at) => node(at, 'json_transform', { expression }))
  return { name: 'Expressions', nodes, edges: [] }
}

/** Sentences that patterns of the assistant take long for. */
export const MESSAGES: readonly string[] = [
  `before ${' '.repeat(560)}, x\u2028y`,
  `if${'\u00a0'.repeat(9_000)}x\u2028`,
  `token of${' '.repeat(9_900)}`,
  `disconnect ${'x '.repeat(150)}\u2028 `.repeat(30).slice(0, 10_000),
]
