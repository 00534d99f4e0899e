/**
 * Adds the headers of a credential to a request, again for each hop: a credential is sent only to the hosts that it names,
 * also after a redirect.
 */
import { isHostNamed, NodeFailure } from '@millrace/model'
import type { Outgoing } from '../http/outgoing.ts'
import type { OpenCredential } from './credential-source.ts'

type Bound = Pick<OpenCredential, 'name' | 'headers' | 'hosts'>

/** The first request of a call. Throws CREDENTIAL_HOST for a host that the credential does not name. */
export function firstSigned(outgoing: Outgoing, credential: Bound): Outgoing {
  refuseOtherHost(outgoing.url, credential)
  return signed(outgoing, credential)
}

/** Throws CREDENTIAL_HOST for a host that the credential does not name. */
export function refuseOtherHost(url: URL, credential: Bound): void {
  if (!isHostNamed(url, credential.hosts)) {
    const place = `${url.protocol}//${url.host}`
    const message = `The credential "${credential.name}" is not for ${place}: add the host to it to send it there.`
    throw new NodeFailure('CREDENTIAL_HOST', message)
  }
}

/** The request after a redirect; without the headers of the credential if the host is not named. */
export function signedAfterRedirect(outgoing: Outgoing, credential: Bound): Outgoing {
  return isHostNamed(outgoing.url, credential.hosts) ? signed(outgoing, credential) : unsigned(outgoing, credential)
}

function signed(outgoing: Outgoing, { headers }: Bound): Outgoing {
  return { ...outgoing, headers: { ...outgoing.headers, ...headers } }
}

/** `http` and `https` of one host are different origins, but one port with the same scheme may be named and left. */
function unsigned(outgoing: Outgoing, { headers }: Bound): Outgoing {
  const kept = Object.entries(outgoing.headers).filter(([name]) => !Object.hasOwn(headers, name))
  return { ...outgoing, headers: Object.fromEntries(kept) }
}
