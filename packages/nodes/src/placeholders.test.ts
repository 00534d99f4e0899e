/** The placeholders of a template against the variables that the Liquid library finds. */
import { placeholdersIn } from '@millrace/model'
import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'

const liquid = new Liquid()

test.each([
  'Hi {{ user }}, you wrote {{ text }}',
  '{{ customer.name }} {{ order["id"] }} {{ list[index].price }} {{ größe }}',
  '{{ name | default: fallback | append: "x", suffix | upcase }}',
  '{% for item in items reversed limit: 3 %}{{ item.name }} {{ forloop.index }}{% endfor %}',
  '{% assign total = price | times: count %}{{ total }}',
  '{% capture line %}{{ first }}{% endcapture %}{{ line }}',
  '{% if a > 1 and b contains "x" %}{{ c }}{% elsif d == blank %}{% else %}{{ e }}{% endif %}',
  '{% unless done %}{{- x -}}{% endunless %}{% case kind %}{% when "a", other %}{{ y }}{% endcase %}',
  '{% raw %}{{ not_me }}{% endraw %}{% comment %}{{ nor_me }}{% endcomment %}{{ me }}',
  '{{ "a text with {name}" }} {{ true }} {{ nil }} {{ 3 }} {% increment counter %}',
])('finds the variables of %s', (template) => {
  expect(placeholdersIn(template).toSorted()).toEqual(liquid.globalVariablesSync(template).toSorted())
})

test('finds no placeholder that is not closed', () => {
  expect(placeholdersIn('Hi {{ user')).toEqual([])
})

test('finds the variables of any sequence of outputs', () => {
  const name = fc.constantFrom('a', 'b_1', 'c-d', 'long_name', 'in1')
  const output = fc
    .tuple(
      name,
      fc.constantFrom('', '.x', '[0]', '["y"]', ' | upcase', ' | default: "z"'),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([root, rest, space]) => `{{${space}${root}${rest}${space}}}`)
  const part = fc.oneof(output, fc.constantFrom('text ', '{ ', '} ', '% '))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const template = parts.join('')
      expect(placeholdersIn(template).toSorted()).toEqual(liquid.globalVariablesSync(template).toSorted())
    }),
  )
})
