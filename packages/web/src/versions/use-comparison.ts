/** The difference between the selected version and the version before it or the current document. */

import type { WorkflowVersion } from '@millrace/client'
import type { Graph, Workflow } from '@millrace/model'
import { useEffect, useMemo, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import { differenceOf, type GraphDifference } from '../graph/graph-difference.ts'

export const COMPARISONS = ['before', 'now'] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Compared = { readonly difference: GraphDifference } | { readonly failure: string } | undefined

interface Comparing {
  readonly client: Client
  readonly workflowId: string
  readonly chosen: WorkflowVersion | undefined
  readonly comparison: Comparison
  readonly versions: readonly WorkflowVersion[]
  readonly current: Graph
}

const NOTHING: Graph = { nodes: [], edges: [] }

type Pair =
  | { readonly key: string; readonly one: Workflow; readonly other: Workflow | undefined }
  | { readonly failure: string }

export function useComparison({ client, workflowId, chosen, comparison, versions, current }: Comparing): Compared {
  const [pair, setPair] = useState<Pair>()
  const revision = chosen?.revision
  const before = revision === undefined ? undefined : revisionBefore(versions, revision)
  const key = `${revision} ${comparison}`
  useEffect(() => {
    if (revision === undefined) return
    let isWanted = true
    const load = (wanted: number) => client.getWorkflowVersion({ id: workflowId, revision: String(wanted), ...LEAN })
    const other = comparison === 'before' && before !== undefined ? load(before) : undefined
    Promise.all([load(revision), other]).then(
      ([one, found]) => isWanted && setPair({ key, one, other: found }),
      (error: unknown) => isWanted && setPair({ failure: asApiError(error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [client, workflowId, revision, before, comparison, key])
  return useMemo(() => {
    if (revision === undefined || pair === undefined) return undefined
    if ('failure' in pair) return pair
    if (pair.key !== key) return undefined
    // Both are in chronological order: from the version before to this one, or from this one to the current document.
    return {
      difference:
        comparison === 'before' ? differenceOf(pair.other ?? NOTHING, pair.one) : differenceOf(pair.one, current),
    }
  }, [revision, pair, key, comparison, current])
}

/** The revision before a version, if known. */
export function revisionBefore(versions: readonly WorkflowVersion[], revision: number): number | undefined {
  return versions.find((version) => version.revision < revision)?.revision ?? (revision > 1 ? revision - 1 : undefined)
}
