import { usage } from '../i18n/de/usage.ts'
import { type UsageTexts, usageStrings } from '../i18n/usage.ts'
import { useText } from '../i18n/use-text.ts'

/** The texts of this section in the language of the page. */
export function useUsageText(): UsageTexts {
  return useText().tag.startsWith('de') ? usage : usageStrings
}
