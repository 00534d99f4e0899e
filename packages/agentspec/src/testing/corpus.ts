/** The test cases of `test/agentspec`. Its README describes the fields. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Property } from '../components.ts'

export interface ScriptedTool {
  readonly result?: unknown
  readonly error?: string
  readonly cases?: readonly { readonly args: object; readonly result?: unknown; readonly error?: string }[]
  /** For a tool that the flow only references. */
  readonly inputs?: readonly Property[]
  readonly outputs?: readonly Property[]
}

export interface ValidCase {
  readonly file: string
  readonly name: string
  readonly dialect: 'simple' | 'official'
  readonly flow: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  readonly models?: Readonly<Record<string, readonly unknown[]>>
  readonly tools?: Readonly<Record<string, ScriptedTool>>
  readonly http?: readonly { readonly status: number; readonly body: string }[]
  readonly answers?: readonly unknown[]
  readonly warnings?: readonly string[]
  readonly expect: {
    readonly status: 'completed' | 'failed' | 'waiting'
    readonly outputs?: Readonly<Record<string, unknown>>
    readonly error?: string
    readonly end_node?: string
    readonly end_branch?: string
    readonly node_statuses?: Readonly<Record<string, string>>
    readonly node_counts?: Readonly<Record<string, number>>
    readonly said?: readonly string[]
    readonly asked?: readonly string[]
    readonly asked_models?: readonly string[]
    readonly called?: readonly string[]
    readonly sent?: readonly string[]
  }
}

export interface InvalidCase {
  readonly file: string
  readonly name: string
  readonly dialect: 'simple' | 'official'
  /** A value, or a text that has to be parsed. */
  readonly flow: unknown
  /** Tools, agents and flows registered on the runtime, by name; absent means that all references resolve. */
  readonly registry?: {
    readonly tools?: readonly string[]
    readonly agents?: readonly string[]
    readonly flows?: readonly string[]
  }
  readonly errors: readonly string[]
}

const FOLDER = new URL('../../../../test/agentspec/', import.meta.url)

function casesIn<T>(folder: string): (T & { file: string })[] {
  const at = new URL(`${folder}/`, FOLDER)
  return readdirSync(fileURLToPath(at))
    .sort()
    .map((file) => ({ ...(parse(readFileSync(new URL(file, at), 'utf8')) as T), file }))
}

export const validCases = (): ValidCase[] => casesIn<ValidCase>('valid')
export const invalidCases = (): InvalidCase[] => casesIn<InvalidCase>('invalid')
