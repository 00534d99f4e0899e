/** Two runs side by side, step by step. Pure. Steps are matched by node, round and call. */
import { type Job, type PipelineDetail, sameJson } from '@millrace/model'
import { isCut } from '../data/cut-value.ts'

export interface ComparedStep {
  readonly key: string
  readonly title: string
  /** The step in each run; undefined if it is not in that run. */
  readonly a: Job | undefined
  readonly b: Job | undefined
  readonly hasSameStatus: boolean
  readonly hasSameInputs: boolean
  readonly hasSameOutputs: boolean
}

export function compareRuns(a: Pick<PipelineDetail, 'jobs'>, b: Pick<PipelineDetail, 'jobs'>): ComparedStep[] {
  const [stepsA, stepsB] = [keyed(a.jobs), keyed(b.jobs)]
  const keys = merged([...stepsA.keys()], [...stepsB.keys()])
  return keys.map((key) => compared(key, stepsA.get(key), stepsB.get(key)))
}

export function isDifferent({ hasSameStatus, hasSameInputs, hasSameOutputs }: ComparedStep): boolean {
  return !(hasSameStatus && hasSameInputs && hasSameOutputs)
}

function compared(key: string, a: Job | undefined, b: Job | undefined): ComparedStep {
  const isBoth = a !== undefined && b !== undefined
  return {
    key,
    title: (b ?? a)?.label ?? key,
    a,
    b,
    hasSameStatus: isBoth && a.status === b.status && a.error_message === b.error_message,
    hasSameInputs: isBoth && same(a.input_data, b.input_data),
    hasSameOutputs: isBoth && same(a.output_data, b.output_data),
  }
}

type Values = Job['input_data']

function same(a: Values = {}, b: Values = {}): boolean {
  const ports = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...ports].every((port) => sameValue(a[port], b[port]))
}

/** A truncated value has an address of its own in each run; its beginning and its length are compared. */
function sameValue(a: unknown, b: unknown): boolean {
  return sameJson(withoutAddress(a), withoutAddress(b))
}

function withoutAddress(value: unknown): unknown {
  if (!isCut(value)) return value ?? null
  const { href: _, ...rest } = value
  return rest
}

/** The steps by node and round; a repeated one, such as a tool call, by its number. */
function keyed(jobs: readonly Job[]): Map<string, Job> {
  const counts = new Map<string, number>()
  const byKey = new Map<string, Job>()
  for (const job of jobs) {
    const place = `${job.node_id} ${job.iteration ?? ''}`.trim()
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    byKey.set(count === 1 ? place : `${place} (${count})`, job)
  }
  return byKey
}

/** The keys of both, in the order of the second; keys that only the first has follow the key before them. */
function merged(first: readonly string[], second: readonly string[]): string[] {
  const inSecond = new Set(second)
  const following = new Map<string, string[]>()
  let before = ''
  for (const key of first) {
    if (inSecond.has(key)) before = key
    else following.set(before, [...(following.get(before) ?? []), key])
  }
  return [...(following.get('') ?? []), ...second.flatMap((key) => [key, ...(following.get(key) ?? [])])]
}
