/**
 * Assembles the effects that nodes may use. Each part enforces its own limits and policy, and every call ends with the
 * step that made it. `close` closes what was opened here.
 */
import { join } from 'node:path'
import { DEFAULT_PROJECT, type Effects, type UsageAccount, type Vectors } from '@millrace/model'
import type { MemoryStore } from '@millrace/store'
import type { TraceHeaders } from '../platform/trace-context.ts'
import type { CredentialSource } from './credentials/credential-source.ts'
import { createFiles, type Files } from './files/files.ts'
import { createEgress, type Resolve } from './http/egress.ts'
import { createHttp, type HttpLimits } from './http/http-effect.ts'
import type { OutgoingProxy } from './http/outgoing-proxy.ts'
import { createKeyValues, type KeyValueStore } from './key-values.ts'
import type { Evaluate } from './language/evaluate-text.ts'
import { createLanguages } from './language/languages.ts'
import type { ReadJson } from './large-json.ts'
import { createMail } from './mail/mail-effect.ts'
import { type MemoryOwners, memoryFor } from './memory.ts'
import { createModels, type ModelNeeds, type OnUsage, type StepModels } from './models/create-models.ts'
import type { Share } from './sandbox/fair-queue.ts'
import { createSandbox, type SandboxLimits, type SandboxLoad } from './sandbox/sandbox.ts'
import { type StepSandbox, sandboxOver } from './sandbox/sandbox-calls.ts'
import { type ConnectSql, createSql, type SqlLimits } from './sql/sql-effect.ts'
import { vectorsFor } from './vectors.ts'

export interface EffectsOptions {
  readonly clock: { now(): number }
  /** Folder of the files of workflows; created when it is first needed. */
  readonly filesFolder: string
  /** Exceptions from the egress policy: hosts, `*.domain`, addresses, CIDRs, each with an optional `:port`. */
  readonly egressAllow: readonly string[]
  readonly keyValues: KeyValueStore
  readonly memories: Pick<MemoryStore, 'remember'>
  readonly connectSql: ConnectSql
  readonly vectors: Vectors
  /** How to reach model providers. */
  readonly models: Omit<ModelNeeds, 'egress'>
  readonly sandbox?: Partial<SandboxLimits>
  /** Parses large JSON from outside; default: on the main thread. */
  readonly readJson?: ReadJson
  readonly http?: Partial<HttpLimits>
  readonly sql?: Partial<SqlLimits>
  readonly maxFileBytes?: number
  /** Resolves host names; default: the system's resolver. */
  readonly resolve?: Resolve
  /** The proxies of outgoing calls; default: direct connections. */
  readonly proxyFor?: OutgoingProxy
  /** Stored credentials that nodes name; default: none. */
  readonly credentials?: CredentialSource
  /** The project of a workflow, by its id; default: the default project. */
  readonly projectOf?: (workflow: string) => string | Promise<string>
  /** Folder of the files of workflows of another project; by default below `filesFolder`. */
  readonly filesOfProject?: (project: string) => string
}

/** One attempt of a step. */
export interface EffectsStep {
  readonly signal: AbortSignal
  readonly idempotencyKey: string
  readonly attempt: number
  /** The owner of the memory that it may use. */
  readonly owner: MemoryOwners
  /** Key of the caller that started the execution; callers take turns in the sandbox. */
  readonly queueKey?: string
  /** Trace context for requests to other services. */
  readonly trace?: TraceHeaders | undefined
  /** What its model calls count for. */
  readonly account?: UsageAccount
  /** Called with the usage of every model call. */
  readonly onUsage?: OnUsage
}

export interface StepEffects {
  /** The effects of one attempt of a step. */
  forStep(step: EffectsStep): Effects
  /** Models for callers outside a step, such as the assistant. */
  readonly models: StepModels
  /** The sandbox for nodes of a step that run in a worker thread. */
  sandboxFor(step: Pick<EffectsStep, 'signal' | 'owner' | 'queueKey'>): StepSandbox
  /** Pattern tests in the sandbox outside of a step. */
  patternTestsFor(asking: { readonly share: Share; readonly signal?: AbortSignal | undefined }): Effects['patternTests']
  /** Evaluates the expressions of settings: simple ones at once, others in the sandbox. */
  evaluateFor(asking: {
    readonly share: Share
    readonly signal: AbortSignal
    /** CPU time of one expression, if lower than that of nodes. */
    readonly timeoutMs?: number
  }): Evaluate
  /** Renders templates: simple ones at once, others in the sandbox. */
  templateFor(asking: {
    readonly share: Share
    readonly signal: AbortSignal
    readonly timeoutMs: number
  }): Effects['template']
  sandboxLoad(): SandboxLoad
  /** Ends the sandbox and closes databases; running calls fail. */
  close(): void
}

/** Opens nothing yet: processes and connections start on first use. Throws if the allow-list is invalid. */
export function createEffects(options: EffectsOptions): StepEffects {
  const egress = createEgress(options.egressAllow, options.resolve, options.proxyFor)
  const { readJson, projectOf = () => DEFAULT_PROJECT } = options
  const http = createHttp(egress, options.http, options.credentials)
  const sandbox = createSandbox(options.sandbox, options.readJson)
  const languages = createLanguages(sandbox)
  const keyValuesFor = createKeyValues(options.keyValues)
  const filesOf = projectFiles(options)
  const sql = createSql({
    connect: options.connectSql,
    egress,
    limits: options.sql ?? {},
    ...(options.credentials && { credentials: options.credentials }),
  })
  const mail = createMail(egress, options.credentials)
  const models = createModels({ ...options.models, egress })
  return {
    models,
    forStep(step) {
      const { signal } = step
      const share = shareOf(step)
      const { workflow } = step.owner
      const project = () => projectOf(workflow)
      const files = async () => filesOf(await project())
      return {
        http: (call) => http.send(call, step),
        ...(readJson && { parseJson: (text: string) => readJson(text, signal) }),
        expression: (source, input) => languages.expression(source, input, signal, share),
        template: (source, variables) => languages.template(source, variables, signal, share),
        code: (call) => sandbox.code(call, signal, share),
        pattern: (call) => sandbox.pattern(call, signal, share),
        patternTests: (tests) => sandbox.patternTests(tests, signal, share),
        sql: (call) => sql.run(call, { signal, workflow, files }),
        mail: (call) => mail(call, step),
        keyValues: keyValuesFor(signal, project),
        memory: memoryFor(options.memories, step),
        models: models.forStep(step),
        vectors: vectorsFor(options.vectors, signal, project),
        readFile: async (name) => (await files()).read(name, signal),
        writeFile: async (name, content) => (await files()).write(name, content, signal),
        now: () => options.clock.now(),
      }
    },
    sandboxFor(step) {
      const asking = { signal: step.signal, share: shareOf(step) }
      return { limits: sandbox.limits, send: (call, input) => sandbox.send(call, input, asking) }
    },
    patternTestsFor({ share, signal = new AbortController().signal }) {
      return (tests) => sandbox.patternTests(tests, signal, share)
    },
    evaluateFor({ share, signal, timeoutMs }) {
      const limits = timeoutMs === undefined ? sandbox.limits : { ...sandbox.limits, timeoutMs }
      const { evaluate } = languages.over(sandboxOver(sandbox.send, limits))
      return (source, input) => evaluate(source, input, signal, share)
    },
    templateFor({ share, signal, timeoutMs }) {
      const { template } = languages.over(sandboxOver(sandbox.send, { ...sandbox.limits, timeoutMs }))
      return (source, variables) => template(source, variables, signal, share)
    },
    sandboxLoad: () => sandbox.load(),
    close() {
      http.close()
      sql.close()
      sandbox.close()
    },
  }
}

/** The files of each project, in folders of their own. */
function projectFiles({ filesFolder, filesOfProject, maxFileBytes }: EffectsOptions): (project: string) => Files {
  const made = new Map<string, Files>()
  return (project) => {
    const known = made.get(project)
    if (known !== undefined) return known
    const folder = project === DEFAULT_PROJECT ? filesFolder : (filesOfProject?.(project) ?? join(filesFolder, project))
    const files = createFiles({ folder, ...(maxFileBytes !== undefined && { maxBytes: maxFileBytes }) })
    made.set(project, files)
    return files
  }
}

/** The caller and workflow whose turn the calls of a step take. */
function shareOf({ queueKey = '', owner }: Pick<EffectsStep, 'queueKey' | 'owner'>): Share {
  return { caller: queueKey, workflow: owner.workflow }
}
