/** Launch inputs as they are written on the command line. */
import { isObject } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'

type Inputs = Readonly<Record<string, unknown>>

/** `NODE:PORT=TEXT` or `NAME=TEXT`; `:=` instead of `=` is followed by JSON. Ids of nodes contain no colon. */
const INPUT = /^(?:([^:=]+):)?([^:=]+)(:?=)([\s\S]*)$/

/** Adds the inputs of the command line to those of a file, and replaces those with the same name. */
export function withInputs(base: Inputs, words: readonly string[]): Inputs {
  const inputs: Record<string, unknown> = { ...base }
  for (const word of words) {
    const [, node, name = '', sign, text = ''] = INPUT.exec(word) ?? []
    if (sign === undefined)
      throw new BadSetting(`--input "${word}" is not NAME=TEXT, NAME:=JSON, NODE:PORT=TEXT or NODE:PORT:=JSON.`)
    const value = sign === '=' ? text : jsonIn(word, text)
    if (node === undefined) inputs[name] = value
    else inputs[node] = { ...(isObject(inputs[node]) ? inputs[node] : {}), [name]: value }
  }
  return inputs
}

function jsonIn(word: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadSetting(`--input "${word}" is not JSON after ":="; a text follows "=".`)
  }
}

interface PlannedNode {
  readonly id: string
  readonly trigger?: string | undefined
}

/** Refuses inputs that the workflow does not use: on a command line they are mistakes. */
export function refuseUnusedInputs(inputs: Inputs, nodes: readonly PlannedNode[]): void {
  if (nodes.some(({ trigger }) => trigger === 'start')) return
  const ids = nodes.map(({ id }) => id)
  const unused = Object.keys(inputs).find((key) => !ids.includes(key))
  if (unused === undefined) return
  throw new BadSetting(
    `The workflow has no node "${unused}" and no start node that takes an input of this name. ` +
      `Write NODE:PORT=TEXT; its nodes are ${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''}.`,
  )
}

const MAX_NAMED = 20
