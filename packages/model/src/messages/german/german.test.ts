import { describe, expect, test } from 'vitest'
import { parseTemplate } from '../message-template.ts'
import { PROBLEM_MESSAGES } from '../problem-messages.ts'
import { germanMessage, germanMessages } from './german.ts'

/** A message of a template with a value in every slot, which is the name of the slot. */
function sample(template: string, value = (name: string) => `<${name}>`): string {
  const { texts, slots } = parseTemplate(template)
  return texts.reduce((message, text, at) => message + value(slots[at - 1]?.name ?? '') + text)
}

describe('German messages', () => {
  test.each(Object.entries(PROBLEM_MESSAGES))('has the problem %s with the same values', (_, [, english]) => {
    const german = germanMessage(sample(english))
    expect(german).not.toBe(sample(english))
    const values = (text: string) => [...text.matchAll(/<\w+>/g)].map(([value]) => value).sort()
    expect(values(german)).toEqual(values(sample(english)))
  })

  test('every translation has the slots of its original, and no two slots touch', () => {
    const slotsOf = (template: string) =>
      parseTemplate(template)
        .slots.map(({ name, holds }) => `${name} ${holds}`)
        .sort()
    for (const [english, german] of germanMessages()) {
      expect(slotsOf(german), english).toEqual(slotsOf(english))
      expect(parseTemplate(english).texts.slice(1, -1), english).not.toContain('')
    }
  })

  test.each([
    ['Node "My node" (a.1) needs a value for "URL"', 'Knoten „My node“ (a.1) braucht einen Wert für „URL“'],
    [
      'Node "a": "count" must be a number or null, is a text',
      'Knoten „a“: „count“ muss eine Zahl oder null sein, ist aber ein Text',
    ],
    ['Node "a": "items/0" must be at least 3', 'Knoten „a“: „items/0“ muss mindestens 3 sein'],
    [
      'Node "a" (b): the expression in "expression" does not parse: Syntax error: "x"',
      'Knoten „a“ (b): Der Ausdruck in „expression“ ist fehlerhaft: Syntax error: "x"',
    ],
    [
      'Cycle between "a", "B" (b): a loop must come back through a loop_back input',
      'Kreis zwischen „a“, „B“ (b): Eine Schleife muss über einen Eingang loop_back zurückführen',
    ],
    ['Started (iteration 2)', 'Gestartet (Durchlauf 2)'],
    [
      'Failed (HTTP_STATUS): GET http://127.0.0.1:9/a returned HTTP status 500.',
      'Fehlgeschlagen (HTTP_STATUS): GET http://127.0.0.1:9/a hat den HTTP-Status 500 geliefert.',
    ],
    [
      'Not allowed to call: localhost resolves to a loopback address. To allow it, the operator of this service starts it with --egress-allow localhost:80.',
      'Aufruf nicht erlaubt: localhost verweist auf eine Loopback-Adresse. Um ihn zu erlauben, startet der Betreiber den Dienst mit --egress-allow localhost:80.',
    ],
    [
      'Round 2 failed: Input "values" must contain only numbers (got string at index 0).',
      'Durchlauf 2 ist fehlgeschlagen: Der Eingang „values“ darf nur Zahlen enthalten (erhalten: string an Position 0).',
    ],
    [
      'The workflow has stored secrets: a test run needs the permission "write".',
      'Der Workflow hat gespeicherte Geheimnisse: Für einen Testlauf ist die Berechtigung „write“ erforderlich.',
    ],
    [
      'The body is invalid: /name must be a text, is a number (and 2 more).',
      'Der Inhalt ist ungültig: /name muss ein Text sein, ist aber eine Zahl (und 2 weitere).',
    ],
    [
      'The formula has ")" before character 3 where a number is expected.',
      'Die Formel hat „)“ vor Zeichen 3, erwartet wird eine Zahl.',
    ],
    ['There is no node "b"; did you mean "a"?', 'Es gibt keinen Knoten „b“; meinten Sie „a“?'],
    ['api.example.com failed: Overloaded', 'api.example.com ist fehlgeschlagen: Overloaded'],
    ['Must not be empty', 'Darf nicht leer sein'],
    ['Node "a" is connected to nothing.', 'Knoten „a“ ist mit nichts verbunden.'],
  ])('translates %s', (english, german) => {
    expect(germanMessage(english)).toBe(german)
  })

  test('leaves texts of others as they are', () => {
    for (const text of [
      '',
      'The model is overloaded',
      'Payment failed: no money',
      'missing',
      'null',
      'Node',
      'Knoten „a“ hat keinen Typ',
    ]) {
      expect(germanMessage(text)).toBe(text)
    }
  })

  test('handles a long message that nearly fits', () => {
    const long = `Node ${'" of node "'.repeat(20_000)}`
    expect(germanMessage(long)).toBe(long)
  })
})
