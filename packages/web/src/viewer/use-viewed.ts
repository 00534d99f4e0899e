/** What the viewer shows beside the execution itself: its workflow, and the catalogue for names, icons and ports. */
import type { Catalogue, Job } from '@millrace/model'
import { useEffect, useMemo, useState } from 'react'
import { loadCategories, loadNodeTypes, loadPortConfig, servedCatalogue } from '../api/catalogue-api.ts'
import type { Client } from '../api/client.ts'
import { getWorkflow } from '../api/workflow-api.ts'
import { type PortRules, portRulesOf } from '../canvas/port-rules.ts'
import { useReport } from '../ui/report.ts'
import { type ViewedNode, type ViewedWorkflow, viewedNodes, workflowFromJobs } from './viewed-nodes.ts'

export interface Surroundings {
  readonly catalogue: Catalogue
  readonly rules: PortRules
}

const EMPTY: Surroundings = { catalogue: { types: new Map(), categories: [] }, rules: portRulesOf() }
const known = new WeakMap<Client, Promise<Surroundings>>()

/** The catalogue and port rules of a service, read once a client. What cannot be read is left out: nodes carry a copy. */
export function surroundingsOf(client: Client): Promise<Surroundings> {
  const before = known.get(client)
  if (before !== undefined) return before
  const loading = Promise.all([
    loadNodeTypes(client).catch(() => []),
    loadCategories(client).catch(() => []),
    loadPortConfig(client).catch(() => undefined),
  ]).then(([types, categories, ports]) => ({
    catalogue: servedCatalogue(types, categories),
    rules: portRulesOf(ports),
  }))
  known.set(client, loading)
  return loading
}

export interface Viewed extends Surroundings {
  readonly isReady: boolean
  readonly workflow: ViewedWorkflow
  readonly nodes: readonly ViewedNode[]
  /** The nodes come from the jobs, because the workflow is not stored. */
  readonly isStandIn: boolean
}

interface Given {
  readonly workflow: ViewedWorkflow | undefined
  readonly workflowId: string | undefined
  readonly jobs: readonly Job[]
}

export function useViewed(client: Client, { workflow: given, workflowId, jobs }: Given): Viewed {
  const report = useReport()
  const [surroundings, setSurroundings] = useState<Surroundings>()
  const [stored, setStored] = useState<{ id: string; workflow: ViewedWorkflow | undefined }>()
  useEffect(() => {
    let isCurrent = true
    surroundingsOf(client).then((found) => isCurrent && setSurroundings(found))
    return () => {
      isCurrent = false
    }
  }, [client])
  useEffect(() => {
    if (given !== undefined || workflowId === undefined) return
    let isCurrent = true
    const settle = (workflow: ViewedWorkflow | undefined) => isCurrent && setStored({ id: workflowId, workflow })
    if (workflowId === '') settle(undefined)
    else
      getWorkflow(client, workflowId).then(settle, (error: unknown) => {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nodes of the jobs matter, not what became of the jobs
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
