/** What executes the statements of docs/how-to/single-sign-on.md. */
import { prose, type Statements } from '../statements.ts'

const SIGNED_IN = 'oidc: returns to the page below its path, with the strongest role of the groups, for 12 hours'

export const STATEMENTS = {
  'People sign in at your': [SIGNED_IN],
  'table Single sign-on': [SIGNED_IN, 'oidc: a sign-out ends the session here and leads to that of the provider'],
  'The sign-in page then': [
    'oidc: the sign-in page gets the name and the path of the provider',
    'oidc: returns to the location %j in the page',
    'oidc: lets a person choose another account',
  ],
  'The strongest role of all': [
    SIGNED_IN,
    'oidc: is %s',
    'oidc: is refused without a group of the map, and recorded',
    'oidc: computes the role again, and keeps the person',
    'oidc: is refused for a disabled person, whose sessions have ended',
    'token-owners: a token is invalid while its owner is disabled, with its sessions, and valid again afterwards',
    'oidc: a sign-out ends the session here and leads to that of the provider',
  ],
  'table Providers': prose,
  'A proxy that authenticates': prose,
} satisfies Statements
