/**
 * Adds the headers of a stored credential to the requests of one use of an MCP server: a list of tools, or a call. A token
 * that the server refuses is replaced, and the request is sent once more.
 */
import { NodeFailure } from '@millrace/model'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { masked, maskedError } from '../../platform/masking.ts'
import { refuseOtherHost } from '../credentials/bound-headers.ts'
import type { OpenCredential } from '../credentials/credential-source.ts'

export interface Signer {
  /** Equal for uses that can share a session: those of one credential with the same secret, or of one account. */
  readonly key: string
  /** Texts that must not leave the use. */
  secrets(): readonly string[]
  /** Throws CREDENTIAL_HOST for a host that the credential does not name. */
  around(send: FetchLike): FetchLike
  /** Masks the result or the error of the use, and records its outcome. */
  finish<T>(use: () => Promise<T>): Promise<T>
}

export function signerWith(credential: OpenCredential): Signer {
  let current = credential
  let { secrets } = credential

  function signed(input: string | URL, init: RequestInit | undefined): RequestInit {
    // Each request again: a server names the address of its messages itself, and an admin may remove a host.
    refuseOtherHost(new URL(input), current)
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(current.headers)) headers.set(name, value)
    return { ...init, headers }
  }

  return {
    key: keyOf(credential),
    secrets: () => secrets,
    around: (send) => async (input, init) => {
      const answer = await send(input, signed(input, init))
      const { renew } = current
      if (answer.status !== 401 || renew === undefined) return answer
      await answer.body?.cancel()
      current = await renew()
      secrets = [...new Set([...secrets, ...current.secrets])].sort((a, b) => b.length - a.length)
      return send(input, signed(input, init))
    },
    async finish(use) {
      try {
        const result = await use()
        current.ended({})
        return masked(result, secrets)
      } catch (error) {
        const hidden = maskedError(error, secrets)
        // An aborted step is not a failure of the credential.
        if (hidden instanceof NodeFailure) current.ended({ failure: failureIn(hidden) })
        throw hidden
      }
    },
  }
}

/** Tokens change within a session; another secret may be that of another account. */
function keyOf({ id, values, headers }: OpenCredential): string {
  return JSON.stringify([id, values.accessToken === undefined ? headers : null])
}

/** A tool that fails was called, so the credential was accepted. */
function failureIn({ code, message }: NodeFailure): string | undefined {
  return code === 'TOOL_FAILED' ? undefined : `${code}: ${message}`.slice(0, 500)
}
