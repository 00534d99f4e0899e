/** What executes the statements of docs/how-to/accounts.md. */
import type { Statements } from '../statements.ts'

const INVITED = 'accounts: creates an account and a link that works once and signs in'
const SAME = 'accounts: that is wrong gets the same answer as an unknown, an invited and a disabled account'
const CHANGED = 'accounts: changes the role of a person, who then signs in again with it'
const DISABLED = 'accounts: disables a person, whose sessions and links end, and enables them again'
const RESET = 'accounts: is replaced with a link of an admin, which is valid for a day and signs out every browser'
const SIGNED_OUT = 'accounts: signs out a person, also one without an account'
const OWN = 'accounts: is changed by its owner, which signs out other browsers'

export const STATEMENTS = {
  'People sign in with an account': ['accounts: an execution names the person who started it', INVITED],
  'Send the link to the person': [
    INVITED,
    'accounts: does not accept the password %j, and stays valid',
    'accounts: expires after a week, and a new link replaces it',
  ],
  'Only hashes of passwords': [
    'accounts: signs in, with the address in any case, and is stored only as a hash with its parameters',
    SAME,
    'accounts: limits wrong passwords per account, also of unknown ones, until the time is over',
    'sign-in-limits: limits wrong passwords per address over all accounts, and does not count right ones',
    'sign-in-limits: counts the addresses of one IPv6 network together',
    'password-hash: an account without a password costs the same computation as one with a wrong password',
  ],
  'table Change, sign out, disable': [
    'accounts: the list has when a person was last seen, and pages',
    CHANGED,
    DISABLED,
    'token-owners: a token is invalid while its owner is disabled, with its sessions, and valid again afterwards',
    RESET,
    SIGNED_OUT,
    OWN,
  ],
  'All but the last need': [CHANGED, SAME, SIGNED_OUT, 'accounts: is for admins'],
  'API tokens belong to': [
    'token-owners: a token created with a token belongs to the same person, also in a browser',
    'token-owners: the list names the owner, and that the account is disabled',
    'people: the list of tokens names owners, and marks those whose account is disabled',
    'token-owners: a token is invalid while its owner is disabled, with its sessions, and valid again afterwards',
    'background: the token of a person whom one process disables is rejected by the other one, until the person is enabled',
    'token-owners: has at most the new role',
    'token-owners: has at most their roles in projects, if the person is only a member',
    'oidc: changes what the tokens of the person may do, also if it is refused because the groups have no role',
  ],
  'Tokens have no owner': [
    'token-owners: the list names the owner, and that the account is disabled',
    'credential-contract: lists tokens with their owners, also with an owner who does not exist',
  ],
  'In the list of people': [
    'person: a person with an account is listed by the e-mail address',
    'approvals: an e-mail address on the list has one vote, in any case and however many accounts have it',
    'people: an approver who is named by e-mail address answers in the inbox',
  ],
  'user does the same': [
    'remote-commands: user invites, lists, disables and enables people; only the link is on stdout',
    'sessions: the session in %s gets the answers that it shows',
  ],
} satisfies Statements
