/** Verbs about the whole workflow, and questions, which are answered and change nothing. */
import {
  type AskCommand,
  answerTo,
  type Catalogue,
  type Command,
  printCommand,
  titleOf,
  translatedLines,
  type WorkflowNode,
} from '@millrace/model'
import { type Translate, translated } from '@millrace/nodes'
import { findings } from '../../new-problems.ts'
import { attempt, type Context, isDraft, isOnly, notUnderstood, withoutArticles } from '../context.ts'
import { nodeMeant } from '../find-node.ts'
import { typeMeant } from '../find-type.ts'
import { isPhrase, phraseAt } from '../lexicon/languages.ts'
import type { Verb, Verbs } from '../slots.ts'
import type { Tokens } from '../tokens.ts'
import { EDITS } from './edit.ts'

const MOST_SHOWN = 20

/** A verb that takes no roles. */
const plain = (run: (object: Tokens, context: Context) => void): Verb => ({
  roles: [],
  run: ({ object }, context) => run(object, context),
})

/** A verb that takes nothing but a word for the whole workflow. */
const whole = (run: (context: Context) => void): Verb =>
  plain((object, context) => {
    if (!isOnly(object, context.language.nouns.whole, context)) throw notUnderstood(object, context)
    run(context)
  })

const command = (command: Command): Verb =>
  whole(({ draft, language }) => {
    if (command.verb === 'undo' || command.verb === 'redo') draft.commands.push(command)
    else draft.try(command)
    draft.tell(language.texts.ran(printCommand(command, 'millrace') ?? ''))
  })

function answer(command: AskCommand, { draft, language, typeText }: Context): void {
  const result = answerTo(draft.graph, command, shownCatalogue(draft.catalogue, typeText))
  draft.answers.push(translatedLines(result.ok ? result.text : result.problem.message, language.message))
}

/** The catalogue as the reply shows it. Words are looked up in the English one. */
function shownCatalogue(catalogue: Catalogue, typeText: Translate | undefined): Catalogue {
  if (typeText === undefined) return catalogue
  const types = new Map(Array.from(catalogue.types, ([id, type]) => [id, translated(type, typeText)]))
  return { ...catalogue, types, categories: catalogue.categories.map((one) => translated(one, typeText)) }
}

function descriptionOf(node: WorkflowNode, { draft, typeText = (text) => text }: Context): string {
  return typeText(draft.typeOf(node)?.description ?? '')
}

const OTHERS: Omit<Verbs, keyof typeof EDITS> = {
  undo: command({ verb: 'undo' }),
  redo: command({ verb: 'redo' }),
  layout: command({ verb: 'layout', how: 'auto', direction: 'horizontal' }),
  layoutDown: command({ verb: 'layout', how: 'auto', direction: 'vertical' }),
  clear: plain((object, context) => {
    if (object.length > 0) throw notUnderstood(object, context)
    command({ verb: 'clear' }).run({ object, roles: {} }, context)
  }),
  help: whole(({ draft, language: { texts, exampleOf } }) => {
    draft.answers.push([texts.help, ...[...exampleOf.values()].map((example) => `- ${example}`)].join('\n'))
  }),

  check: whole(({ draft, language }) => {
    const found = findings(draft.graph, draft.catalogue).filter(({ severity }) => severity !== 'suggestion')
    const rows = found.slice(0, MOST_SHOWN).map(({ message }) => `- ${language.message(message)}`)
    draft.answers.push(rows.join('\n') || language.texts.noProblems)
  }),

  list: plain((object, context) => {
    const { phrases, all, nouns } = context.language
    const bare = withoutArticles(object.slice(phraseAt(object, 0, phrases(all))), context.language)
    const isNamed = (list: string) => isPhrase(bare, phrases(list))
    if (isNamed(nouns.type)) return answer({ verb: 'list', what: 'types' }, context)
    if (!isNamed(nouns.edge) && !isNamed(nouns.node)) throw notUnderstood(object, context)
    answer({ verb: 'list', what: isNamed(nouns.edge) ? 'edges' : 'nodes' }, context)
  }),

  search: plain((object, context) => {
    const text = withoutArticles(object, context.language).map((token) => token.text)
    if (text.length === 0) throw notUnderstood(object, context)
    answer({ verb: 'search', text: text.join(' ') }, context)
  }),

  explain: plain((object, context) => {
    const { draft, language } = context
    if (isOnly(object, language.nouns.whole, context)) return explainAll(context)
    const told = attempt(context, (trial) => {
      const node = nodeMeant(object, trial)
      trial.draft.answers.push(`${draft.name(node.id)}: ${descriptionOf(node, context)}`)
      answer({ verb: 'info', node: node.id }, trial)
    })
    if (isDraft(told)) return draft.take(told)
    answer({ verb: 'describe', type: typeMeant(object, context).node_type_id }, context)
  }),
}

/** Every node with what it does and where its outputs lead. */
function explainAll(context: Context): void {
  const { draft, language } = context
  const { nodes } = draft.graph
  const rows = nodes.slice(0, MOST_SHOWN).map((node) => {
    const behind = [...new Set(draft.leaving(node.id).map(({ target }) => target))].slice(0, 5)
    const names = behind.map((id) => titleOf(draft.node(id) ?? node) || id).join(', ')
    return `- ${draft.name(node.id)}: ${descriptionOf(node, context)}${names === '' ? '' : ` → ${names}`}`
  })
  draft.answers.push(rows.join('\n') || language.texts.help)
}

export const VERBS: Verbs = { ...EDITS, ...OTHERS }
