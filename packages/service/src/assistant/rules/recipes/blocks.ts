/** Things that people name like a node type and that are one with certain settings. */

export interface Block {
  readonly type: string
  readonly label: string
  readonly settings: Readonly<Record<string, unknown>>
  /** What it does, for the explanation. */
  readonly about: string
}

const LANGUAGES =
  'english|german|french|spanish|italian|portuguese|dutch|polish|russian|ukrainian|czech|swedish|danish|norwegian|finnish|greek|turkish|arabic|hebrew|hindi|japanese|chinese|korean|vietnamese|thai|indonesian|romanian|hungarian|latin|catalan'
const LANGUAGE = new RegExp(`\\b(?:in|into|to)\\s+(?:the\\s+)?(${LANGUAGES})\\b|\\b(${LANGUAGES})\\s+translat`, 'i')

/** The language that a wording names, with a capital. */
export function languageIn(text: string): string | undefined {
  const found = LANGUAGE.exec(text)
  const name = (found?.[1] ?? found?.[2])?.toLowerCase()
  return name === undefined ? undefined : name.charAt(0).toUpperCase() + name.slice(1)
}

export function translator(text: string): Block {
  const language = languageIn(text) ?? otherLanguage(text) ?? 'English'
  return {
    type: 'chat_model',
    label: `Translate to ${language}`,
    settings: { systemPrompt: `Translate the message into ${language}. Answer with the translation only.` },
    about: `a chat model that translates into ${language}`,
  }
}

/** "to Klingon": a word with a capital is taken for a language as well. */
function otherLanguage(text: string): string | undefined {
  return /\b(?:into|to)\s+([A-Z]\p{L}{2,})\b/u.exec(text)?.[1]
}

/** The thing that a wording names, if it is one of these. */
export function blockNamed(text: string): Block | undefined {
  if (/\btranslat(?:or|ion|e)\b/i.test(text)) return translator(text)
  if (/\b(?:proof ?reader|grammar (?:check|fix)(?:er)?|spell ?check(?:er)?)\b/i.test(text)) {
    return {
      type: 'chat_model',
      label: 'Proofread',
      settings: { systemPrompt: 'Correct spelling and grammar of the message. Answer with the corrected text only.' },
      about: 'a chat model that corrects spelling and grammar',
    }
  }
  return undefined
}
