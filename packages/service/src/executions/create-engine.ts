/** The engine with everything it needs: journal, nodes and their effects, watchers, children. */
import { Engine, type Clock as EngineClock, type Written } from '@millrace/engine'
import type { NodeDefinition } from '@millrace/model'
import type { Store } from '@millrace/store'
import type { StepEffects } from '../effects/create-effects.ts'
import { InboxFeed } from '../people/inbox-changes.ts'
import { patient } from '../platform/patient-store.ts'
import type { Log, ServedCatalogue } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { Workers } from '../platform/workers/workers.ts'
import type { Executions } from './executions.ts'
import { createRunner } from './runner/node-runner.ts'
import { secretsReader } from './runner/step-secrets.ts'
import type { ToolBoxNeeds } from './runner/tools/tool-box.ts'
import { Ends } from './streams/completions.ts'
import { ListFeed } from './streams/list-changes.ts'
import { Drafts } from './streams/partial-output.ts'
import { Feeds } from './streams/pipeline-updates.ts'

export interface EngineRoomNeeds {
  readonly store: Pick<Store, 'journal'>
  readonly catalogue: ServedCatalogue
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly vault: Vault
  readonly effects: StepEffects
  readonly clock: EngineClock
  readonly log: Log
  readonly maxActive: number
  /** Largest value on one port. */
  readonly maxValueBytes: number
  readonly workers: Workers
  /** Threads for nodes that wait for the sandbox. */
  readonly sandboxWorkers: Workers
  /** The tools of an MCP server. */
  readonly mcpTools: ToolBoxNeeds['mcpTools']
  /** Told of everything that was written, after those who only watch. */
  readonly onEvents: (written: Written) => void
  /** Asked when a node calls a workflow: by then it exists. */
  readonly executions: () => Executions
}

export interface EngineRoom {
  readonly engine: Engine
  readonly feeds: Feeds
  readonly ends: Ends
  readonly inbox: InboxFeed
  readonly executionList: ListFeed
  readonly drafts: Drafts
}

export function createEngineRoom(needs: EngineRoomNeeds): EngineRoom {
  const { store, catalogue, vault, effects, clock, log } = needs
  const feeds = new Feeds()
  const ends = new Ends()
  const inbox = new InboxFeed()
  const executionList = new ListFeed()
  const drafts = new Drafts()
  const engine = new Engine({
    journal: store.journal,
    clock,
    maxActive: needs.maxActive,
    maxValueBytes: needs.maxValueBytes,
    runner: createRunner({
      definitions: needs.definitions,
      configOf: secretsReader(vault, catalogue),
      maxValueBytes: needs.maxValueBytes,
      threads: {
        pure: needs.workers,
        sandboxed: needs.sandboxWorkers,
        sandboxFor: (step) => effects.sandboxFor(step),
      },
      effectsFor: (step) => effects.forStep(step),
      tools: {
        workflow: (idOrName) => patient(needs.executions(), clock).called(idOrName),
        runWorkflow: (task, request, key) => patient(needs.executions(), clock).runForTool(task, request, key),
        mcpTools: needs.mcpTools,
      },
      runFlow: (task, call, left) => needs.executions().runFlow(task, call, left),
      onDelta: (task, text) => drafts.say(task, text),
    }),
    onEvents: (written) => {
      feeds.publish(written)
      ends.publish(written)
      drafts.written(written)
      inbox.publish(written)
      executionList.publish(written)
      needs.onEvents(written)
    },
    onFault: (execution, err) => log.error({ execution, err }, 'an execution could not go on here'),
    startChild: (task, request) => needs.executions().startChild(task, request),
  })
  return { engine, feeds, ends, inbox, executionList, drafts }
}
