/** Removes keys and passwords that were pasted into a chat: they are neither stored nor sent to a model. */

const HIDDEN = '[secret]'

/** Texts that have the format of a key. */
const KEYS =
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|ASIA|AIza|mrt|ya29|npg|hf)[-_.]?[A-Za-z0-9][A-Za-z0-9_./+-]{14,}={0,2}/g
/** `api key: …`, `password is …`. White space is bounded: adjacent unbounded runs would take quadratic time. */
const NAMED =
  /\b((?:api|access|secret|private|auth)[\s_-]?(?:key|token|secret)|password|passwort|bearer(?: token)?|token|secret|client secret|x-api-key|cookie)(["']?\s{0,9}(?:of|for|in)\s{1,9}(?:the\s{1,9})?[\w .'-]{1,40}?)?(["']?\s{0,9}(?:=|:|\bto\b|\bis\b|\bas\b)\s{0,9})(["'`]?)([^\s"'`]{6,})\4/gi
/** Values of an Authorization header. */
const IN_HEADER = /\b(Bearer|Basic)\s{1,9}[A-Za-z0-9._~+/-]{8,}=*/g
/** Passwords inside addresses. */
const IN_ADDRESS = /(\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s:@/]+:)([^\s@/]+)(@)/gi

/** The text without everything that looks like a secret. */
export function withoutKeys(text: string): string {
  return text
    .replace(IN_ADDRESS, `$1${HIDDEN}$3`)
    .replace(KEYS, HIDDEN)
    .replace(IN_HEADER, `$1 ${HIDDEN}`)
    .replace(NAMED, `$1$2$3$4${HIDDEN}$4`)
}

const SHORTEST_KNOWN = 6

/** The text without these secrets. */
export function withoutKnown(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= SHORTEST_KNOWN) clean = clean.replaceAll(secret, HIDDEN)
  return clean
}
