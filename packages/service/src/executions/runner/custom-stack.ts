/**
 * Stack traces of custom nodes. Expected failures have none: a stack trace shows a bug of the author, so only thrown
 * values that no node is meant to throw get one. The texts may contain secrets; the caller masks them.
 */
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isNodeFailure, isObject } from '@millrace/model'
import { NotJson } from './json-outputs.ts'

/** Custom node types, for the runner. */
export interface CustomTypes {
  /** The source file of a custom node type; undefined for a built-in one. */
  readonly fileOf: (type: string) => string | undefined
  /** Writes the stack trace of a custom node to the log of the service. */
  readonly report: (facts: CustomError) => void
}

export interface CustomError {
  readonly execution: string
  readonly node: string
  readonly type: string
  readonly stack: string
}

const MAX_CAUSES = 3
const MAX_FRAMES = 20

/** False for failures that a node throws on purpose. */
export function isUnexpected(error: unknown): boolean {
  if (isNodeFailure(error) || error instanceof NotJson) return false
  return !(isObject(error) && error.retryable === true)
}

/**
 * The stack trace of an error and its causes, up to the outermost frame in the folder of the node: frames below it are
 * those of the service. Files of the folder are named relative to its parent.
 */
export function customStack(error: unknown, file: string): string {
  const folder = dirname(file)
  const texts: string[] = []
  for (let at: unknown = error; at !== undefined && texts.length <= MAX_CAUSES; ) {
    texts.push(at instanceof Error ? ownFrames(at, folder) : `Thrown value that is not an Error: ${String(at)}`)
    at = at instanceof Error ? at.cause : undefined
  }
  return texts.join('\nCaused by: ')
}

function ownFrames(error: Error, folder: string): string {
  const head = `${error.name}: ${error.message}`
  const stack = String(error.stack ?? '')
  const at = stack.search(/^ {4}at /m)
  const frames = (at < 0 ? [] : stack.slice(at).split('\n')).map((frame) => shortened(frame, folder))
  const last = frames.findLastIndex(({ isOwn }) => isOwn)
  return [head, ...frames.slice(0, Math.min(last + 1, MAX_FRAMES)).map(({ text }) => text)].join('\n')
}

function shortened(frame: string, folder: string): { readonly text: string; readonly isOwn: boolean } {
  const parent = basename(folder)
  const short = frame
    .replaceAll(`${pathToFileURL(folder).href}/`, `${parent}/`)
    .replaceAll(`${folder}/`, `${parent}/`)
    .replaceAll(`${folder}\\`, `${parent}/`)
  // A reloaded file has a version in its address.
  return { text: short.replace(/\?millrace=\d+(?=:)/, ''), isOwn: short !== frame }
}
