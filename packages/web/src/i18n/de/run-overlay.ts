import type { Catalogue } from '../catalogue.ts'
import type { NumberText } from '../number-text.ts'

export const runOverlay = (numberText: NumberText): Catalogue['runOverlay'] => ({
  cards: (count, skipped) =>
    skipped === 0 ? numberText(count) : `${numberText(count)} (${numberText(skipped)} übersprungen)`,
  response: 'Antwort',
  httpStatus: (status) => `HTTP-Status ${status}`,
  headers: (count) => `Header (${count})`,
  emptyBody: 'Der Inhalt ist leer.',
  cutBody: (shown, total) => `Die ersten ${numberText(shown)} von ${numberText(total)} Zeichen des Inhalts`,
})
