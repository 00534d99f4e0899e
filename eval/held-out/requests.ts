/**
 * The held-out requests: written before the interpreter of the assistant without a model, and not changed to fit it.
 * Expectations say what the workflow must look like afterwards, not by which commands.
 */

import type { GraphName } from '../graphs.ts'
import {
  type Changes,
  type Check,
  type Clause,
  called,
  changesOnly,
  commands,
  count,
  either,
  gone,
  has,
  leads,
  notWired,
  type Request,
  says,
  unchanged,
  wired,
} from '../request.ts'

/** A request of one clause: an edit either meets all checks or is wrong. */
function ask(on: GraphName, say: string, only: Changes, ...expect: readonly Check[]): Request {
  return { on, say, expect: [], clauses: [{ expect }], always: [changesOnly(only)] }
}

/** A request of several clauses. */
function several(on: GraphName, say: string, only: Changes, clauses: readonly Clause[]): Request {
  return { on, say, expect: [], clauses, always: [changesOnly(only)] }
}

/** A request that must change nothing: a question, or one to refuse. */
function keep(on: GraphName, say: string, ...expect: readonly Check[]): Request {
  return { on, say, expect, clauses: [], always: [unchanged] }
}

const lists = (pattern: RegExp) => either(commands(/^list nodes$/m), says(pattern))
const undoes: readonly Check[] = [either(commands(/^undo$/m), gone('logger'))]

export const english: readonly Request[] = [
  ask(
    'chat',
    'put a logger between the model and the output',
    { adds: ['logger'], edges: ['chat_model -> text_output'] },
    wired('chat_model -> logger -> text_output'),
    notWired('chat_model -> text_output'),
  ),
  several(
    'chat',
    'insert a 20 second delay betwen the text input and the chat model',
    { adds: ['delay'], edges: ['text_input -> chat_model'] },
    [
      { expect: [wired('text_input -> delay -> chat_model'), notWired('text_input -> chat_model')] },
      { expect: [has('delay', { seconds: 20 })], leftOut: /20/ },
    ],
  ),
  ask(
    'chat',
    'please set the temprature to 0.3',
    { edits: ['chat_model.1'] },
    has('chat_model.1', { temperature: 0.3, model: 'gpt-4o-mini' }),
  ),
  ask('chat', 'rename the chat model to Translator', { edits: ['chat_model.1'] }, called('chat_model.1', 'Translator')),
  ask(
    'chat',
    'the system prompt should be "Answer in one sentence."',
    { edits: ['chat_model.1'] },
    has('chat_model.1', { systemPrompt: 'Answer in one sentence.' }),
  ),
  keep('chat', 'remove the vector store', says(/vector store/i)),
  ask(
    'chat',
    'swap the text output for a chat output',
    {
      adds: ['chat_output'],
      edits: ['text_output.1'],
      removes: ['text_output.1'],
      edges: ['chat_model -> text_output'],
    },
    gone('text_output'),
    count('chat_output', 1),
    wired('chat_model -> chat_output'),
  ),
  ask('chat', 'add a confirmation called Approve', { adds: ['confirmation'] }, called('confirmation', 'Approve')),
  keep('chat', 'what does this workflow do?', says(/model/i)),
  ask(
    'chat',
    'disconect the text input form the chat model',
    { edges: ['text_input -> chat_model'] },
    notWired('text_input -> chat_model'),
  ),
  keep('chat', 'make the model faster and cheaper'),
  keep('chat', "what's the weather in Lisbon tomorrow?"),
  several(
    'chat',
    'add a jsno parser after the chat model and rename teh output to Result',
    { adds: ['json_parse'], edits: ['text_output.1'], edges: ['chat_model -> text_output'] },
    [
      { expect: [wired('chat_model -> json_parse')], leftOut: /jsno|parser|Parse JSON/i },
      { expect: [called('text_output.1', 'Result')], leftOut: /Result/ },
    ],
  ),
  several('chat', 'set the temperature to 0.9 and make it sound more professional', { edits: ['chat_model.1'] }, [
    { expect: [has('chat_model.1', { temperature: 0.9 })], leftOut: /0\.9/ },
    { expect: [either(says(/professional/i), has('chat_model.1', { systemPrompt: /professional/i }))] },
  ]),
  keep('orders', 'delete everything that looks useless'),
  several('chat', 'add a loger adn connect the chat model to it', { adds: ['logger'] }, [
    { expect: [count('logger', 1), wired('chat_model -> text_output')] },
    { expect: [wired('chat_model -> logger')], leftOut: /connect/i },
  ]),
  { on: 'chat', before: ['add a logger'], say: 'undo that please', expect: undoes, clauses: [], always: undoes },
  ask(
    'writers',
    'set the model of the critic to gpt-4o-mini',
    { edits: ['chat_model.2'] },
    has('chat_model.2', { model: 'gpt-4o-mini' }),
  ),
  keep('writers', 'remove the chat model', says(/Draft writer/), says(/Critic/)),
  ask('writers', 'rename Draft wirter to Author', { edits: ['chat_model.1'] }, called('chat_model.1', 'Author')),
  several(
    'writers',
    'insert a text formatter between Draft writer and Critic that trims the text',
    { adds: ['text_formatter'], edges: ['chat_model.1 -> chat_model.2'] },
    [
      {
        expect: [wired('chat_model.1 -> text_formatter -> chat_model.2'), notWired('chat_model.1 -> chat_model.2')],
      },
      { expect: [has('text_formatter', { operation: 'trim' })], leftOut: /trim/i },
    ],
  ),
  ask(
    'writers',
    'disconnect the critic from the chat output',
    { edges: ['chat_model.2 -> chat_output'] },
    notWired('chat_model.2 -> chat_output'),
  ),
  keep('writers', 'set the temperature to 0.5', says(/Draft writer/), says(/Critic/)),
  ask(
    'page',
    'chnage the timeout of the htpp request to 120 seconds',
    { edits: ['http_request.1'] },
    has('http_request.1', { timeout: 120 }),
  ),
  several(
    'page',
    'set teh url to https://news.example.org/feed and the summary length to short',
    { edits: ['http_request.1', 'summarizer.1'] },
    [
      { expect: [has('http_request.1', { url: 'https://news.example.org/feed' })], leftOut: /news\.example\.org/ },
      { expect: [has('summarizer.1', { length: 'short' })], leftOut: /short/ },
    ],
  ),
  ask(
    'page',
    'repalce the summarizer with a chat model',
    {
      adds: ['chat_model'],
      edits: ['summarizer.1'],
      removes: ['summarizer.1'],
      edges: ['http_request -> summarizer', 'summarizer -> text_output'],
    },
    gone('summarizer'),
    count('chat_model', 1),
    leads('http_request -> chat_model'),
    leads('chat_model -> text_output'),
  ),
  keep('page', 'list all the nodes', lists(/http_request\.1[\s\S]*summarizer\.1[\s\S]*text_output\.1/)),
  keep('page', 'explain the sumarizer node', says(/summar/i)),
  ask(
    'orders',
    'the webhook path should be new-orders',
    { edits: ['webhook_trigger.1'] },
    has('webhook_trigger.1', { path: 'new-orders' }),
  ),
  ask(
    'orders',
    'change the threshold in the if to 250',
    { edits: ['if_else.1'] },
    has('if_else.1', { matchText: /^250$/, operator: 'greater_than' }),
  ),
  several('orders', 'drop the logger and the slack notification', { removes: ['logger.1'] }, [
    { expect: [gone('logger')], leftOut: /logger/i },
    { expect: [says(/slack/i)] },
  ]),
  keep('orders', 'send me an email when an order is above 100'),
  several('orders', 'rename Notify boss to Alert team, then lay out the workflow', { edits: ['http_request.1'] }, [
    { expect: [called('http_request.1', 'Alert team')], leftOut: /Alert team/ },
    { expect: [commands(/^layout /m)], leftOut: /lay out/i },
  ]),
  ask(
    'report',
    'run it every day at 6 instead of mondays at 7',
    { edits: ['schedule_trigger.1'] },
    has('schedule_trigger.1', { cron: '0 6 * * *' }),
  ),
  several(
    'report',
    'write the report to weekly.csv and use semicolons as delimeter',
    { edits: ['file_write.1', 'csv_write.1'] },
    [
      { expect: [has('file_write.1', { path: 'weekly.csv' })], leftOut: /weekly\.csv/ },
      { expect: [has('csv_write.1', { delimiter: ';' })], leftOut: /semicolon|delimeter/i },
    ],
  ),
  several(
    'loose',
    'connect the text input to the summarizer and the summarizer to the text output',
    { edges: ['text_input -> summarizer', 'summarizer -> text_output'] },
    [
      { expect: [wired('text_input:text -> summarizer:text')], leftOut: /text input/i },
      { expect: [wired('summarizer:summary -> text_output:text')], leftOut: /text output/i },
    ],
  ),
]

export const german: readonly Request[] = [
  ask(
    'chat',
    'füge einen Logger zwischen Modell und Ausgabe ein',
    { adds: ['logger'], edges: ['chat_model -> text_output'] },
    wired('chat_model -> logger -> text_output'),
    notWired('chat_model -> text_output'),
  ),
  ask('chat', 'setzte die Temparatur auf 0,2', { edits: ['chat_model.1'] }, has('chat_model.1', { temperature: 0.2 })),
  ask(
    'chat',
    'benene das Chatmodell in Übersetzer um',
    { edits: ['chat_model.1'] },
    called('chat_model.1', 'Übersetzer'),
  ),
  ask('chat', 'lösch die Textausgabe', { removes: ['text_output.1'] }, gone('text_output')),
  several(
    'chat',
    'fueg nach dem Chat Modell eine Verzögerung von 10 Sekunden ein',
    { adds: ['delay'], edges: ['chat_model -> text_output'] },
    [{ expect: [wired('chat_model -> delay')] }, { expect: [has('delay', { seconds: 10 })], leftOut: /10/ }],
  ),
  ask(
    'chat',
    'ersetze die Textasgabe durch eine Chatausgabe',
    {
      adds: ['chat_output'],
      edits: ['text_output.1'],
      removes: ['text_output.1'],
      edges: ['chat_model -> text_output'],
    },
    gone('text_output'),
    count('chat_output', 1),
    wired('chat_model -> chat_output'),
  ),
  keep('chat', 'was macht dieser Workflow?', says(/model/i)),
  keep('chat', 'mach den Workflow irgendwie besser'),
  keep('chat', 'wie wird das Wetter morgen in Hamburg?'),
  several(
    'chat',
    'füge eine Bestätigung namens Freigabe hinzu und setze die Temperatur auf 0,7',
    { adds: ['confirmation'], edits: ['chat_model.1'] },
    [
      { expect: [called('confirmation', 'Freigabe')], leftOut: /Freigabe/ },
      { expect: [has('chat_model.1', { temperature: 0.7 })], leftOut: /0,7|0\.7/ },
    ],
  ),
  keep('page', 'benenne den Übersetzer in Dolmetscher um', says(/Übersetzer/)),
  {
    on: 'chat',
    before: ['füge einen Logger hinzu'],
    say: 'mach das rückgängig',
    expect: undoes,
    clauses: [],
    always: undoes,
  },
  keep('writers', 'lösche das Chatmodell', says(/Draft writer/), says(/Critic/)),
  ask('writers', 'benenn den Critic in Lektor um', { edits: ['chat_model.2'] }, called('chat_model.2', 'Lektor')),
  several(
    'writers',
    'setze das Modell von Draft writer auf gpt-4o-mini und lösche den Slack-Knoten',
    { edits: ['chat_model.1'] },
    [{ expect: [has('chat_model.1', { model: 'gpt-4o-mini' })], leftOut: /gpt-4o-mini/ }, { expect: [says(/slack/i)] }],
  ),
  ask(
    'page',
    'änder die Zeitüberschreitung der HTTP-Anfrage auf 60 Sekunden',
    { edits: ['http_request.1'] },
    has('http_request.1', { timeout: 60 }),
  ),
  ask(
    'page',
    'füge zwischn HTTP Request und Zusammenfassung einen JSON Parser ein',
    { adds: ['json_parse'], edges: ['http_request -> summarizer'] },
    wired('http_request -> json_parse -> summarizer'),
    notWired('http_request -> summarizer'),
  ),
  keep('page', 'zeig mir alle Knoten', lists(/http_request\.1[\s\S]*summarizer\.1[\s\S]*text_output\.1/)),
  several('orders', 'entferne den Loger und ordne alles neu an', { removes: ['logger.1'] }, [
    { expect: [gone('logger')], leftOut: /logg?er/i },
    { expect: [commands(/^layout /m)], leftOut: /ordne/i },
  ]),
  ask(
    'orders',
    'trenne das Wenn von Notify boss',
    { edges: ['if_else -> http_request'] },
    notWired('if_else -> http_request'),
  ),
  keep('orders', 'lösche alles was man nicht braucht'),
  ask(
    'support',
    'benenne Biling expert in Rechnungsexperte um',
    { edits: ['chat_model.1'] },
    called('chat_model.1', 'Rechnungsexperte'),
  ),
  several(
    'support',
    'setze das Modell des Tech expert auf gpt-4o-mini und die Temperatur auf 0.1',
    { edits: ['chat_model.2'] },
    [
      { expect: [has('chat_model.2', { model: 'gpt-4o-mini' })], leftOut: /gpt-4o-mini/ },
      { expect: [has('chat_model.2', { temperature: 0.1 })], leftOut: /0[.,]1/ },
    ],
  ),
  several(
    'loose',
    'verbinde die Texteingabe mit der Zusammenfasung und die Zusammenfassung mit der Textausgabe',
    { edges: ['text_input -> summarizer', 'summarizer -> text_output'] },
    [
      { expect: [wired('text_input:text -> summarizer:text')], leftOut: /Texteingabe/i },
      { expect: [wired('summarizer:summary -> text_output:text')], leftOut: /Textausgabe/i },
    ],
  ),
]

export const heldOut: readonly Request[] = [...english, ...german]
