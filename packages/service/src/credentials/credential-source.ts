/** Opens credentials for calls of nodes. */
import {
  type CredentialPurpose,
  type CredentialType,
  type CredentialValues,
  credentialType,
  NodeFailure,
} from '@millrace/model'
import type { CredentialRecord, CredentialStore } from '@millrace/store'
import type { CredentialSource, CredentialUser, OpenCredential } from '../effects/credentials/credential-source.ts'
import type { TokenFetcher } from '../effects/credentials/fetch-token.ts'
import { checkedHeaders } from '../effects/http/http-effect.ts'
import type { Connection } from '../effects/models/model-target.ts'
import type { Clock } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { accessTokens, type LostConnection } from './access-tokens.ts'
import { lastUses } from './last-uses.ts'
import { openValues, unusable } from './open-values.ts'
import { sealedWith } from './sealed-values.ts'
import type { ReferenceNeeds } from './secret-references.ts'

export interface SourceNeeds {
  readonly store: Pick<CredentialStore, 'get' | 'used' | 'update' | 'lease' | 'release'>
  /** The project of a workflow, by its id. */
  readonly projectOf: (workflow: string) => string | Promise<string>
  readonly vault: Vault
  readonly clock: Clock
  readonly references: ReferenceNeeds
  readonly fetchToken: TokenFetcher
  /** Reports a use that could not be recorded. */
  readonly onError: (error: unknown) => void
  /** Called once when the account of a credential has to be connected again. */
  readonly onLost: (lost: LostConnection) => Promise<void>
}

export interface StoredCredentials extends CredentialSource {
  /** A credential of a model provider as a connection; undefined if there is none with this name. */
  connection(name: string, workflow: string): Promise<Connection | undefined>
  /** The same for a project, with a text that changes with the credential. */
  connectionIn(project: string, name: string): Promise<{ connection: Connection; version: string } | undefined>
}

type Stored = NonNullable<Awaited<ReturnType<CredentialStore['get']>>>

export function credentialSource(needs: SourceNeeds): StoredCredentials {
  const { store, vault, clock, references, fetchToken, projectOf, onError, onLost } = needs
  const sealed = sealedWith(vault)
  const uses = lastUses({ store, clock, onError })
  const valuesOf = (record: CredentialRecord) => openValues(record, { sealed, references })
  const tokens = accessTokens({
    ...{ store, sealed, clock, onLost },
    fetchToken: async (record, grant) => fetchToken({ name: record.name, values: await valuesOf(record), grant }),
  })

  /** An id may be that of a credential of another project, which does not exist for this workflow. */
  async function found(idOrName: string, workflow: string): Promise<Stored | undefined> {
    return foundIn(await projectOf(workflow), idOrName)
  }

  async function foundIn(project: string, idOrName: string): Promise<Stored | undefined> {
    const record = await store.get(idOrName, project)
    return record?.project === project ? record : undefined
  }

  /** The access token of an OAuth 2.0 credential. A failure is recorded: the call that needs it is never made. */
  async function tokenOf(record: Stored, signal: AbortSignal, refused: string | undefined): Promise<string> {
    try {
      return await tokens.tokenFor(record, signal, refused)
    } catch (error) {
      if (error instanceof NodeFailure) uses.record(record.id, `${error.code}: ${error.message}`.slice(0, 500))
      throw error
    }
  }

  async function connectionOf(record: Stored | undefined): Promise<Connection | undefined> {
    if (record === undefined || credentialType(record.type)?.purpose !== 'model') return undefined
    const { provider = '', baseUrl = null, apiKey } = await valuesOf(record)
    return {
      ...{ name: record.name, provider, baseUrl, apiKey, isOfProject: true },
      ended: ({ failure }) => uses.record(record.id, failure),
    }
  }

  async function open(
    name: string,
    purpose: CredentialPurpose,
    use: CredentialUser,
    refused?: string,
  ): Promise<OpenCredential> {
    const { signal, workflow } = use
    const record = await found(name, workflow)
    if (record === undefined) throw new NodeFailure('CREDENTIAL_NOT_FOUND', `There is no credential "${name}".`)
    const type = credentialType(record.type)
    if (type?.purpose !== purpose) {
      const message = `The credential "${name}" has the type ${record.type}, which cannot be used here.`
      throw new NodeFailure('CREDENTIAL_TYPE', message)
    }
    const fields = await valuesOf(record)
    const accessToken = type.grant === undefined ? undefined : await tokenOf(record, signal, refused)
    // Without a refresh token only a person can replace it, and a 401 of the API is the better result.
    const isRenewable = type.grant === 'client_credentials' || sealed.tokenOf(record)?.refreshToken !== undefined
    const values = accessToken === undefined ? fields : { ...fields, accessToken }
    const headers = headersOf(type, values, name)
    return {
      ...{ id: record.id, name: record.name, type: record.type, values, headers, hosts: record.hosts },
      secrets: secretsIn(Object.keys(sealed.open(record)), values, headers),
      ended: (outcome) => uses.record(record.id, outcome.failure),
      ...(accessToken !== undefined && isRenewable && { renew: () => open(name, purpose, use, accessToken) }),
    }
  }

  return {
    open: (name, purpose, use) => open(name, purpose, use),
    connection: async (name, workflow) => connectionOf(await found(name, workflow)),
    async connectionIn(project, name) {
      const record = await foundIn(project, name)
      const connection = await connectionOf(record)
      return record && connection && { connection, version: `${record.id} ${record.updatedAt}` }
    },
  }
}

function headersOf(type: CredentialType, values: CredentialValues, name: string): Readonly<Record<string, string>> {
  try {
    // A line break would add another header.
    return checkedHeaders(type.headers?.(values) ?? {})
  } catch {
    throw unusable(name, 'its value has a character that a header cannot have')
  }
}

/** The secret fields, and what the headers contain of them: `Basic …` encodes the password. Longest first. */
function secretsIn(keys: readonly string[], values: CredentialValues, headers: Readonly<Record<string, string>>) {
  const fields = keys.map((key) => values[key] ?? '')
  const passwords = fields.flatMap((field) => passwordIn(field))
  const sent = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, '')])
  return [...new Set([...fields, ...passwords, ...sent])]
    .filter((text) => text !== '')
    .sort((a, b) => b.length - a.length)
}

/** The password in the address of a database. */
function passwordIn(text: string): readonly string[] {
  const { password = '' } = URL.parse(text) ?? {}
  if (password === '') return []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
