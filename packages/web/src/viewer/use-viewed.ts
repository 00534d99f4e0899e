/** Data of the viewer besides the execution: its workflow, and the catalogue for names, icons and ports. */

import type { Catalogue, Job } from '@millrace/model'
import { useEffect, useMemo, useState } from 'react'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import type { Operation } from '../api/operations.ts'
import { loadNodeTypes, servedCatalogue } from '../api/served-catalogue.ts'
import { type PortRules, portRulesOf } from '../graph/port-rules.ts'
import { useReport } from '../ui/report.ts'
import { type ViewedNode, type ViewedWorkflow, viewedNodes, workflowFromJobs } from './viewed-nodes.ts'

export interface CatalogueAndRules {
  readonly catalogue: Catalogue
  readonly rules: PortRules
}

const EMPTY: CatalogueAndRules = { catalogue: { types: new Map(), categories: [] }, rules: portRulesOf() }

/** The loaded parts, and the requests that failed. */
interface Loaded {
  readonly surroundings: CatalogueAndRules
  readonly failures: readonly { readonly error: unknown; readonly operation: Operation }[]
}

const known = new WeakMap<Client, Promise<Loaded>>()

/**
 * The catalogue and port rules of a service, loaded once per client. A failed request leaves its part empty: nodes
 * contain a copy.
 */
function catalogueAndRulesOf(client: Client): Promise<Loaded> {
  const before = known.get(client)
  if (before !== undefined) return before
  const loading = load(client)
  known.set(client, loading)
  return loading
}

async function load(client: Client): Promise<Loaded> {
  const failures: { error: unknown; operation: Operation }[] = []
  const failed = (operation: Operation) => (error: unknown) => {
    failures.push({ error, operation })
    return undefined
  }
  const [types = [], categories = [], ports] = await Promise.all([
    loadNodeTypes(client).catch(failed('loadNodes')),
    // Categories only name groups of the palette, which the viewer does not show.
    client.listCategories().catch(() => undefined),
    client.getPortConfig().catch(failed('loadPortConfig')),
  ])
  // The next viewer retries.
  if (failures.length > 0) known.delete(client)
  return { surroundings: { catalogue: servedCatalogue(types, categories), rules: portRulesOf(ports) }, failures }
}

export interface Viewed extends CatalogueAndRules {
  readonly isReady: boolean
  readonly workflow: ViewedWorkflow
  readonly nodes: readonly ViewedNode[]
  /** True if the nodes are derived from the jobs, because the workflow is not stored. */
  readonly isStandIn: boolean
}

interface Given {
  readonly workflow: ViewedWorkflow | undefined
  readonly workflowId: string | undefined
  readonly jobs: readonly Job[]
}

export function useViewed(client: Client, { workflow: given, workflowId, jobs }: Given): Viewed {
  const report = useReport()
  const [surroundings, setSurroundings] = useState<CatalogueAndRules>()
  const [stored, setStored] = useState<{ id: string; workflow: ViewedWorkflow | undefined }>()
  useEffect(() => {
    let isCurrent = true
    catalogueAndRulesOf(client).then(({ surroundings: found, failures }) => {
      if (!isCurrent) return
      setSurroundings(found)
      for (const { error, operation } of failures) report(error, operation)
    })
    return () => {
      isCurrent = false
    }
  }, [client, report])
  useEffect(() => {
    if (given !== undefined || workflowId === undefined) return
    let isCurrent = true
    const settle = (workflow: ViewedWorkflow | undefined) => isCurrent && setStored({ id: workflowId, workflow })
    if (workflowId === '') settle(undefined)
    else
      client.getWorkflow({ id: workflowId, ...LEAN }).then(settle, (error: unknown) => {
        if (isCurrent) report(error, 'loadWorkflow', { isShown: true })
        settle(undefined)
      })
    return () => {
      isCurrent = false
    }
  }, [client, given, workflowId, report])
  const own = stored?.id === workflowId ? stored : undefined
  const isStandIn = given === undefined && own !== undefined && own.workflow === undefined
  const nodesOfJobs = jobs.map((job) => job.node_id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the nodes of the jobs, not on their status
  const standIn = useMemo(
    () => workflowFromJobs(workflowId ?? '', isStandIn ? jobs : []),
    [workflowId, isStandIn, nodesOfJobs],
  )
  const workflow = given ?? own?.workflow ?? standIn
  const { catalogue, rules } = surroundings ?? EMPTY
  const nodes = useMemo(() => viewedNodes(workflow.nodes, catalogue.types), [workflow, catalogue])
  return {
    catalogue,
    rules,
    workflow,
    nodes,
    isStandIn,
    isReady: surroundings !== undefined && (given !== undefined || own !== undefined),
  }
}
