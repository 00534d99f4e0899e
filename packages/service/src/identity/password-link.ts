/** The address of a one-time link to choose a password. */

import type { PasswordLink } from '@millrace/model'
import type { PersonRow } from '@millrace/store'
import type { Config } from '../platform/config.ts'
import { iso } from '../platform/iso.ts'
import { publicAddress } from '../platform/public-address.ts'
import type { Grant } from './grants.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The code is behind the `#`, which browsers send to no server, so that it is in no log. */
export function passwordLink(
  person: PersonRow,
  link: Grant,
  { headers, config }: { readonly headers: Headers; readonly config: Pick<Config, 'publicUrl'> },
): PasswordLink {
  const query = new URLSearchParams({ code: link.secret, ...(person.email !== null && { email: person.email }) })
  return {
    url: `${publicAddress(headers, config)}/#/password?${query}`,
    expiresAt: iso(link.expiresAt),
  }
}
