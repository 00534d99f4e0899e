/** The held-out requests are satisfiable, and the scorer distinguishes right, partial, refused and wrong replies. */
import { catalogueOf } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, it } from 'vitest'
import { english, german, heldOut } from '../eval/held-out/requests.ts'
import { type Failure, scoreOf } from '../eval/score.ts'

const catalogue = catalogueOf(await loadBuiltInNodes())
const BETWEEN_MODEL_AND_OUTPUT = [
  'add logger',
  'disconnect chat_model.1:response text_output.1:text',
  'connect chat_model.1:response logger.1:message',
  'connect logger.1:message text_output.1:text',
]
const OUTPUT_TO_CHAT = ['swap text_output.1 with chat_output', 'connect chat_model.1:response text_output.1:message']
const LOOSE = ['connect text_input.1:text summarizer.1:text', 'connect summarizer.1:summary text_output.1:text']
const BOTH_WRITERS = 'Which one: Draft writer or Critic?'
const NODES = 'http_request.1, summarizer.1, text_output.1'

/** A right reply to each request: commands, or the text in place of commands. */
const ANSWERS: Readonly<Record<string, readonly string[] | string>> = {
  'put a logger between the model and the output': BETWEEN_MODEL_AND_OUTPUT,
  'insert a 20 second delay betwen the text input and the chat model': [
    'add delay',
    'set delay.1:seconds 20',
    'disconnect text_input.1:text chat_model.1:message',
    'connect text_input.1:text delay.1:value',
    'connect delay.1:value chat_model.1:message',
  ],
  'please set the temprature to 0.3': ['set chat_model.1:temperature 0.3'],
  'rename the chat model to Translator': ['rename chat_model.1 Translator'],
  'the system prompt should be "Answer in one sentence."': ['set chat_model.1:systemPrompt Answer in one sentence.'],
  'remove the vector store': 'There is no vector store in this workflow.',
  'swap the text output for a chat output': OUTPUT_TO_CHAT,
  'add a confirmation called Approve': ['add Approve confirmation'],
  'what does this workflow do?': 'It asks a chat model.',
  'disconect the text input form the chat model': ['disconnect text_input.1:text chat_model.1:message'],
  'add a jsno parser after the chat model and rename teh output to Result': [
    'add json_parse',
    'connect chat_model.1:response json_parse.1:text',
    'rename text_output.1 Result',
  ],
  'set the temperature to 0.9 and make it sound more professional': [
    'set chat_model.1:temperature 0.9',
    'set chat_model.1:systemPrompt Answer in a professional tone.',
  ],
  'add a loger adn connect the chat model to it': ['add logger', 'connect chat_model.1:response logger.1:message'],
  'add a logger': ['add logger'],
  'undo that please': ['undo'],
  'set the model of the critic to gpt-4o-mini': ['set chat_model.2:model gpt-4o-mini'],
  'remove the chat model': BOTH_WRITERS,
  'rename Draft wirter to Author': ['rename chat_model.1 Author'],
  'insert a text formatter between Draft writer and Critic that trims the text': [
    'add text_formatter',
    'set text_formatter.1:operation trim',
    'disconnect chat_model.1:response chat_model.2:message',
    'connect chat_model.1:response text_formatter.1:text',
    'connect text_formatter.1:formatted chat_model.2:message',
  ],
  'disconnect the critic from the chat output': ['disconnect chat_model.2:response chat_output.1:message'],
  'set the temperature to 0.5': BOTH_WRITERS,
  'chnage the timeout of the htpp request to 120 seconds': ['set http_request.1:timeout 120'],
  'set teh url to https://news.example.org/feed and the summary length to short': [
    'set http_request.1:url https://news.example.org/feed',
    'set summarizer.1:length short',
  ],
  'repalce the summarizer with a chat model': [
    'swap summarizer.1 with chat_model',
    'connect http_request.1:body summarizer.1:message',
    'connect summarizer.1:response text_output.1:text',
  ],
  'list all the nodes': NODES,
  'explain the sumarizer node': 'It summarizes a text.',
  'the webhook path should be new-orders': ['set webhook_trigger.1:path new-orders'],
  'change the threshold in the if to 250': ['set if_else.1:matchText "250"'],
  'drop the logger and the slack notification': ['delete logger.1'],
  'rename Notify boss to Alert team, then lay out the workflow': ['rename http_request.1 Alert team', 'layout auto'],
  'run it every day at 6 instead of mondays at 7': ['set schedule_trigger.1:cron 0 6 * * *'],
  'write the report to weekly.csv and use semicolons as delimeter': [
    'set file_write.1:path weekly.csv',
    'set csv_write.1:delimiter ;',
  ],
  'connect the text input to the summarizer and the summarizer to the text output': LOOSE,
  'füge einen Logger zwischen Modell und Ausgabe ein': BETWEEN_MODEL_AND_OUTPUT,
  'setzte die Temparatur auf 0,2': ['set chat_model.1:temperature 0.2'],
  'benene das Chatmodell in Übersetzer um': ['rename chat_model.1 Übersetzer'],
  'lösch die Textausgabe': ['delete text_output.1'],
  'fueg nach dem Chat Modell eine Verzögerung von 10 Sekunden ein': [
    'add delay',
    'set delay.1:seconds 10',
    'connect chat_model.1:response delay.1:value',
  ],
  'ersetze die Textasgabe durch eine Chatausgabe': OUTPUT_TO_CHAT,
  'was macht dieser Workflow?': 'Er fragt ein Chatmodell.',
  'füge eine Bestätigung namens Freigabe hinzu und setze die Temperatur auf 0,7': [
    'add Freigabe confirmation',
    'set chat_model.1:temperature 0.7',
  ],
  'benenne den Übersetzer in Dolmetscher um': 'Es gibt keinen Knoten „Übersetzer“.',
  'füge einen Logger hinzu': ['add logger'],
  'mach das rückgängig': ['delete logger.1'],
  'lösche das Chatmodell': BOTH_WRITERS,
  'benenn den Critic in Lektor um': ['rename chat_model.2 Lektor'],
  'setze das Modell von Draft writer auf gpt-4o-mini und lösche den Slack-Knoten': [
    'set chat_model.1:model gpt-4o-mini',
  ],
  'änder die Zeitüberschreitung der HTTP-Anfrage auf 60 Sekunden': ['set http_request.1:timeout 60'],
  'füge zwischn HTTP Request und Zusammenfassung einen JSON Parser ein': [
    'add json_parse',
    'disconnect http_request.1:body summarizer.1:text',
    'connect http_request.1:body json_parse.1:text',
    'connect json_parse.1:data summarizer.1:text',
  ],
  'zeig mir alle Knoten': NODES,
  'entferne den Loger und ordne alles neu an': ['delete logger.1', 'layout auto'],
  'trenne das Wenn von Notify boss': ['disconnect if_else.1:True http_request.1:trigger'],
  'benenne Biling expert in Rechnungsexperte um': ['rename chat_model.1 Rechnungsexperte'],
  'setze das Modell des Tech expert auf gpt-4o-mini und die Temperatur auf 0.1': [
    'set chat_model.2:model gpt-4o-mini',
    'set chat_model.2:temperature 0.1',
  ],
  'verbinde die Texteingabe mit der Zusammenfasung und die Zusammenfassung mit der Textausgabe': LOOSE,
}

/** The text of a right reply besides its commands. */
const GAPS = [
  'Left out: slack.',
  'Node "Chat model" (chat_model.1) needs something connected to its input "message"',
  'Node "Chat output" (chat_output.1) needs something connected to its input "message"',
].join(' ')

/** How the scorer judges this reply to the only request of these words. */
async function judged(say: string, reply: string): Promise<Failure['miss'] | 'right'> {
  const requests = heldOut.filter((request) => request.say === say)
  expect(requests).toHaveLength(1)
  const { failures } = await scoreOf('one', requests, { ask: async () => reply, catalogue })
  return failures[0]?.miss ?? 'right'
}

const fenced = (...lines: readonly string[]) => `\`\`\`millrace\n${lines.join('\n')}\n\`\`\``

describe('held-out requests', () => {
  it('are 36 in English and 24 in German, each different', () => {
    expect([english.length, german.length, new Set(heldOut.map(({ say }) => say)).size]).toEqual([36, 24, 60])
  })

  it('are met by a right reply each', async () => {
    const ask = async (message: string) => {
      const answer = ANSWERS[message] ?? 'I did not understand that.'
      return typeof answer === 'string' ? answer : `${GAPS}\n\n${fenced(...answer)}`
    }
    const { failures } = await scoreOf('held out', heldOut, { ask, catalogue })
    expect(failures.map(({ say, why }) => ({ say, why }))).toEqual([])
  })
})

describe('the scorer on held-out requests', () => {
  const say = 'write the report to weekly.csv and use semicolons as delimeter'
  const first = 'set file_write.1:path weekly.csv'

  it('accepts a partial edit that names the clause it left out', async () => {
    expect(await judged(say, `I left out “use semicolons as delimeter”.\n${fenced(first)}`)).toBe('partial')
  })

  it('calls a silent omission wrong', async () => {
    expect(await judged(say, `Done.\n${fenced(first)}`)).toBe('wrong')
  })

  it('classifies an edit that was not requested as wrong, regardless of the reply text', async () => {
    const reply = `I left out “use semicolons as delimeter”.\n${fenced(first, 'delete sql_query.1')}`
    expect(await judged(say, reply)).toBe('wrong')
    expect(await judged('remove the chat model', `Not sure which one.\n${fenced('delete chat_model.1')}`)).toBe('wrong')
  })

  it('calls a reply without an edit refused', async () => {
    expect(await judged(say, 'I did not understand that.')).toBe('refused')
  })
})
