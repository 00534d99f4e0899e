/**
 * The language of the reply to a message. Typed commands are the same on every page, so they are read by their English
 * words and answered in the language of the page.
 */
import { parseCommands, verbForms } from '@millrace/model'
import { type Tokens, tokensOf } from '../tokens.ts'
import { type Language, languagesFor, phraseAt, standsAt } from './languages.ts'

/** The languages to read a message in, the best first. */
export function languagesOf(message: string, page: string | undefined): readonly Language[] {
  const tokens = tokensOf(message)
  const byWords = languagesFor(tokens, page)
  const commands = byWords.find(({ tag }) => tag === 'en')
  const shown = languagesFor([], page)[0]
  if (commands === undefined || shown === undefined || shown.tag === 'en') return byWords
  if (!hasOnlyCommands(message, commands)) return byWords
  const { tag, texts, message: translate, exampleOf } = shown
  return [{ ...commands, tag, texts, message: translate, exampleOf }, ...byWords]
}

/** The language in which a message is answered. */
export function languageOf(message: string, page: string | undefined): Pick<Language, 'tag' | 'texts' | 'message'> {
  const [first] = languagesOf(message, page)
  if (first === undefined) throw new Error('There is no language.')
  return first
}

function hasOnlyCommands(message: string, english: Language): boolean {
  const { commands, problems } = parseCommands(message)
  const lines = message.split('\n')
  return (
    commands.length > 0 &&
    problems.length === 0 &&
    commands.every(({ line }) => !isSentence(tokensOf(lines[line - 1] ?? ''), english))
  )
}

/** Whether a line is a sentence, although it is a command too: "add a logger" adds one with the name "a". */
function isSentence(tokens: Tokens, english: Language): boolean {
  const { forms, phrases, articles, pronouns, roleWords } = english
  const keywords = keywordsOf(tokens[0]?.word ?? '')
  const isRole = (at: number) =>
    !keywords.has(tokens[at]?.word ?? '') && roleWords.some(({ words }) => standsAt(tokens, at, words))
  return (
    forms.some(({ lead }) => lead.length > 1 && standsAt(tokens, 0, lead)) ||
    phraseAt(tokens, 1, [...phrases(articles), ...phrases(pronouns)]) > 0 ||
    isRole(1) ||
    isRole(2)
  )
}

/** The words that belong to the form of a command: `to` in `connect <node>:<port> to <node>:<port>`. */
function keywordsOf(verb: string): Set<string> {
  const forms = verbForms().get(verb) ?? []
  return new Set(forms.flatMap(({ form }) => form.replace(/<[^>]*>/g, ' ').match(/[\w-]+|->/g) ?? []))
}
