/** Steps that read and write texts: by models, and without. */
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import { enumIn, settingsIn } from '../language/settings-in.ts'
import { plain, written } from '../language/wording.ts'
import { partsOf } from '../language/words.ts'
import type { Action } from './action.ts'
import { languageIn, translator } from './blocks.ts'
import { about, step } from './flow.ts'

/** What a verb is about, without what is said of how. */
function objectIn(rest: string): string {
  return (rest.split(/\s+(?:to|into|in|as|with|from|by|using|so|for|before|after|and|if|when)\b|,/i)[0] ?? '').trim()
}

function settingsFor(type: string, text: string, draft: Draft): Record<string, unknown> {
  const known = draft.catalogue.types.get(type)
  return known === undefined ? {} : { ...settingsIn(text, known, draft.held).values }
}

const summarize: Action = {
  name: 'summarise',
  example: 'summarise https://example.com in a few words',
  pattern:
    /\b(?:summari[sz]e[sd]?|sum up|shorten|condense|tl;?dr|(?:write|make|create|give me|gets?) an? (?:short |brief )?summary(?: of)?|summary of)\b\s*(.*)$/i,
  build(match, request, draft) {
    const language = languageIn(request)
    about(draft, objectIn(match[1] ?? ''))
    step(draft, {
      type: 'summarizer',
      settings: {
        ...(language === undefined ? {} : { instructions: `Write in ${language}.` }),
        ...settingsFor('summarizer', request, draft),
      },
      does: 'says it in fewer words',
    })
    return true
  },
}

const translate: Action = {
  name: 'translate',
  example: 'translate a text to Spanish',
  pattern:
    /\btranslate[sd]?\b\s*(.*)$|^(?:render|put|give|write|output|show|return|say|display|print)s?\s+(.+?)\s+in(?:to)?\s+[a-z]+$/i,
  build(match, request, draft) {
    if (match[1] === undefined && languageIn(request) === undefined) return false
    if (languageIn(request) === undefined && !/\b(?:in)?to\s+[A-Z]/.test(request)) {
      draft.open.push('Into which language? I took English.')
    }
    about(draft, objectIn(match[1] ?? match[2] ?? ''))
    const { type, label, settings, about: does } = translator(request)
    step(draft, { type, label, settings, does: `is ${does}` })
    return true
  },
}

const decide: Action = {
  name: 'tell apart',
  example: 'detect whether the text is spam or not spam',
  pattern:
    /^(?:detects?|determines?|decides?|finds? out|checks?|tells?(?: me)?|judges?|says?)\s+(?:whether|if)\s+(?:the\s+)?(.+?)\s+(?:is|are)\s+(?:an?\s+)?(.+\sor\s.+)$/i,
  build(match, _request, draft) {
    const subject = (match[1] ?? '').replace(/\b(?:sentiment|tone|mood|category|topic)(?: of)?\b/i, '').trim()
    about(draft, subject === '' ? 'it' : `the ${subject}`.replace(/^the (?:the|it|this|that)\b/i, 'it'))
    const labels = partsOf(plain(match[2] ?? '', draft.held))
    step(draft, { type: 'text_classifier', settings: { labels }, does: `chooses a label: ${labels.join(', ')}` })
    return true
  },
}

const classify: Action = {
  name: 'classify',
  example: 'classify incoming tickets as billing, technical or other',
  pattern:
    /\b(?:classif(?:y|ies|ied)|categori[sz]e[sd]?|detect the (?:sentiment|category|topic)(?: of)?|analy[sz]e the sentiment(?: of)?|sentiment analysis(?: of| on)?)\b\s*(.*)$/i,
  build(match, _request, draft) {
    const rest = match[1] ?? ''
    const [object = '', labels] = rest.split(
      /(?:^|\s+)(?:as|into|by|whether it is|with (?:the )?labels?|with (?:the )?categories|:)\s+|\s*:\s+|\s*\((?=.*\))/i,
    )
    about(draft, objectIn(object))
    const list =
      labels === undefined
        ? undefined
        : partsOf(plain(labels, draft.held).replace(/\)\s*$/, '')).map((label) => label.replace(/^either\s+/i, ''))
    step(draft, {
      type: 'text_classifier',
      settings: list === undefined ? {} : { labels: list },
      does: `chooses a label${list === undefined ? '' : `: ${list.join(', ')}`}`,
    })
    return true
  },
}

const extract: Action = {
  name: 'extract',
  example: 'extract the name, date and total from an invoice as JSON',
  pattern:
    /\b(?:extracts?|pull(?:s)? out|get(?:s)? out|pick(?:s)? out|find(?:s)?)\s+(.+?)(?:\s+(?:from|out of|in|of)\s+(.+))?$/i,
  build(match, _request, draft) {
    const fields = partsOf(plain(match[1] ?? '', draft.held))
      .map(fieldName)
      .filter((field) => field !== '')
    if (fields.length === 0 || /\bregex\b|\bregular expression\b/i.test(match[0])) return false
    about(
      draft,
      (match[2] ?? 'it')
        .replace(/\s+(?:using|with|via|by)\b.*$/i, '')
        .replace(/\s+(?:as|into|to)\s+(?:a\s+)?json.*$/i, ''),
    )
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
      required: fields,
    }
    step(draft, {
      type: 'information_extractor',
      settings: { schema },
      does: `reads ${fields.join(', ')} out of it, as JSON`,
    })
    return true
  },
}

/** A word as it may stand for a field. */
export function fieldName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:the|an?|all|every|any)\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
}

const askModel: Action = {
  name: 'ask a model',
  example: 'let a model write a poem about the text',
  pattern:
    /^(?:(?:the |an? )?(?:model|llm|ai|gpt[\w.-]*|bot|assistant) (?:then )?(?=answers?|repl|respond|writes?|decides)|(?:let|have|ask|use|get)\s+(?:an?\s+|the\s+)?(?:llm|ai|gpt[\w.-]*|claude[\w.-]*|language model|chat model|model)\s+(?:to\s+)?|(?:rewrite|proofread|rephrase|paraphrase|improve|polish|correct|generate|draft|compose|write|answer|brainstorm|explain to)\b)\s*(.+)$/i,
  build(_match, request, draft) {
    if (/\b(?:file|csv|json|database|log|note)\b|\w\.[a-z]{2,4}\b/i.test(request) && /^write/i.test(request))
      return false
    const object = /\b(it|the \w+|an? (?:text|article|message|page|question)|questions?)\b/i.exec(request)?.[1] ?? ''
    if (draft.value === undefined && draft.before.nodes.length > 0 && object === '') return false
    about(draft, object === '' ? 'a text' : object)
    const task = plain(request, draft.held).replace(
      /^(?:let|have|ask|use|get)\s+(?:an?\s+|the\s+)?(?:llm|ai|language model|chat model|model|gpt[\w.-]*|claude[\w.-]*)\s+(?:to\s+)?/i,
      '',
    )
    const isPlainAnswer =
      /^(?:(?:the |an? )?(?:model|llm|ai|bot|assistant) )?(?:answers?|repl(?:y|ies)|responds?)(?: (?:it|them|the (?:question|message|user)))?$/i.test(
        task,
      )
    if (isPlainAnswer) {
      step(draft, { type: 'chat_model', settings: settingsFor('chat_model', request, draft), does: 'answers' })
      return true
    }
    const prompt = `${task.charAt(0).toUpperCase()}${task.slice(1)}.`
    step(draft, {
      type: 'chat_model',
      settings: { ...settingsFor('chat_model', request, draft), systemPrompt: prompt },
      does: `is told: "${prompt}"`,
    })
    return true
  },
}

const format: Action = {
  name: 'format',
  example: 'uppercase the answer',
  pattern:
    /^(?:(?:convert|turn|make|change|put|transform|i want|i need|show|write|give me|display)\s+(.+?)\s+(?:(?:(?:in)?to|in|as)\s+)?(?:all\s+)?(upper ?case|lower ?case|capital letters|capitals|all caps|small letters|title case|a slug)(?: letters)?|(uppercase|lowercase|capitali[sz]e|trim|slugify|reverse)\s+(.+))$/i,
  build(match, request, draft) {
    const values = ['uppercase', 'lowercase', 'capitalize', 'trim', 'slugify', 'reverse']
    const operation = enumIn((match[2] ?? match[3] ?? '').replace(/^capitals$/i, 'uppercase'), values)
    if (operation === undefined) return false
    const object = match[1] ?? match[4] ?? ''
    const [plainObject = '', before] = object.split(/\s+before\s+/i)
    about(draft, before === undefined ? plainObject : '')
    step(draft, { type: 'text_formatter', settings: { operation }, does: `makes the text ${String(operation)}` })
    return request !== ''
  },
}

const trim: Action = {
  name: 'trim',
  example: 'strip the whitespace of the answer',
  pattern:
    /^(?:strips?|removes?|cleans?(?: up)?|trims?|cuts? off|deletes?)\s+(?:the\s+|all\s+)?(?:extra\s+|leading\s+|trailing\s+|surrounding\s+)*(?:white ?spaces?|blanks|spaces)(?:\s+(?:of|from|in|around|at)\s+(.+))?$/i,
  build(match, _request, draft) {
    about(draft, match[1] ?? 'it')
    step(draft, {
      type: 'text_formatter',
      settings: { operation: 'trim' },
      does: 'takes the blanks around the text away',
    })
    return true
  },
}

const affix: Action = {
  name: 'prefix or suffix',
  example: 'prefix every answer with "AI: "',
  pattern:
    /^(?:(prefix|prepend|precede|start|begin|suffix|append|end|finish|close)\s+(.+?)\s+with\s+(⟦\d+⟧)|(?:add|put|prepend|append|write|attach)\s+(⟦\d+⟧)\s+(before|in front of|at the (?:beginning|start|end) of|to the (?:beginning|start|end|front) of|after|behind|to)\s+(.+))$/i,
  build(match, request, draft) {
    const [, verb, whose, value, otherValue, where, otherWhose] = match
    const isBehind =
      !/^pre/i.test(request) &&
      /^(?:suffix|append|end|finish|close|after|behind|to$)|\bend\b/i.test(verb ?? where ?? '')
    const object = (whose ?? otherWhose ?? '').replace(/^(?:every|each|all)\s+/i, 'the ')
    const { nodes, isByValue } = nodesMeant(object, draft)
    // "put "x" before the logger" is about a node, not about a text.
    if (verb === undefined && nodes.length > 0 && isByValue !== true) return false
    about(draft, object)
    const text = plain(value ?? otherValue ?? '', draft.held)
    step(draft, {
      type: 'text_formatter',
      settings: isBehind ? { suffix: text } : { prefix: text },
      does: `puts "${text}" ${isBehind ? 'behind' : 'before'} the text`,
    })
    return true
  },
}

const replaceText: Action = {
  name: 'replace text',
  example: 'replace "colour" by "color" in the text',
  pattern:
    /^(?:replace|substitute|change)s?\s+(?:every |all |the word |the text |occurrences of )*(⟦\d+⟧)\s+(?:with|by|to)\s+(⟦\d+⟧)\s*(?:in\s+(.+))?$/i,
  build(match, _request, draft) {
    about(draft, match[3] ?? 'it')
    const settings = { findText: plain(match[1] ?? '', draft.held), replaceText: plain(match[2] ?? '', draft.held) }
    step(draft, {
      type: 'text_find_replace',
      settings,
      does: `replaces "${settings.findText}" by "${settings.replaceText}"`,
    })
    return true
  },
}

const split: Action = {
  name: 'split',
  example: 'split the text into chunks of 200 words',
  pattern: /^(?:split|cut|chunk|divide|break up|break)s?\s+(.+?)(?:\s+(?:into|in|to)\s+(.+)|\s+(?:at|by)\s+(.+))?$/i,
  build(match, request, draft) {
    about(draft, match[1] ?? '')
    const size = /(\d+)/.exec(match[2] ?? '')?.[1]
    const method = enumIn(request, ['words', 'characters', 'sentences', 'paragraphs'])
    const settings = {
      ...(method === undefined ? {} : { method }),
      ...(size === undefined ? {} : { chunkSize: Number(size) }),
    }
    step(draft, { type: 'split_text', settings, does: 'cuts the text into pieces' })
    return true
  },
}

const greet: Action = {
  name: 'greet',
  example: 'ask the user for their name and greet them',
  pattern: /^(?:greets?|say hello to|welcomes?)\s+(.+)$/i,
  build(match, _request, draft) {
    about(draft, /^(?:them|him|her|the user|the person|whoever)/i.test(match[1] ?? '') ? 'it' : (match[1] ?? ''))
    const { value } = draft
    const name = value === undefined ? 'name' : value.port
    step(draft, {
      type: 'prompt_template',
      label: 'Greeting',
      settings: { template: `Hello, {{ ${name} }}!` },
      does: 'greets by name',
    })
    return true
  },
}

const template: Action = {
  name: 'fill a template',
  example: 'fill the answer into the template "Dear reader, {{ response }}"',
  pattern: /\btemplate\s+(⟦\d+⟧)/i,
  build(match, request, draft) {
    if (/^(?:add|insert|put|set|change|use)\b/i.test(request) && !/\b(?:fill|into)\b/i.test(request)) return false
    const object =
      /^(?:fill|wrap|put|insert|embed|place|use)\s+((?:the|my|its)\s.+?)\s+(?:in|into|with|inside)\b/i.exec(
        request,
      )?.[1]
    about(draft, object ?? 'it')
    step(draft, {
      type: 'prompt_template',
      settings: { template: plain(match[1] ?? '', draft.held) },
      does: `fills the template ${written(match[1] ?? '', draft.held)}`,
    })
    return true
  },
}

export const textActions: readonly Action[] = [
  template,
  trim,
  affix,
  replaceText,
  summarize,
  translate,
  decide,
  classify,
  extract,
  format,
  split,
  greet,
  askModel,
]
