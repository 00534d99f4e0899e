import { LANGUAGE_CHOICES, LANGUAGES, type LanguageChoice } from '../i18n/languages.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { chooseLanguage, useLanguageChoice } from '../ui/language.ts'
import { Select } from '../ui/select.tsx'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'
import { PartFrame } from './part-frame.tsx'

/** Theme and language. */
export function AppearancePart() {
  const t = useText()
  const theme = useTheme()
  return (
    <PartFrame title={t.settings.parts.appearance} text={t.settings.appearance.text}>
      <fieldset className="mr-themes">
        <legend className="mr-visually-hidden">{t.settings.parts.appearance}</legend>
        {THEMES.map((one) => (
          <label key={one} className="mr-theme">
            <input type="radio" name="theme" value={one} checked={theme === one} onChange={() => chooseTheme(one)} />
            <span className="mr-theme__picture" data-look={one} aria-hidden="true">
              <span />
              <span />
            </span>
            <span className="mr-theme__name">{t.ui.themes[one]}</span>
            <span className="mr-theme__hint">{t.settings.appearance.hints[one]}</span>
          </label>
        ))}
      </fieldset>
      <LanguageField />
    </PartFrame>
  )
}

function LanguageField() {
  const t = useText()
  const choice = useLanguageChoice()
  return (
    <div className="mr-languages">
      <label className="mr-languages__label" htmlFor="mr-language">
        {t.ui.language}
      </label>
      <Select
        ids={{ id: 'mr-language', 'aria-describedby': 'mr-language-hint' }}
        value={choice}
        options={LANGUAGE_CHOICES.map((one) => ({
          value: one,
          label: nameOf(one, t),
          lang: one === 'browser' ? undefined : one,
        }))}
        onChange={chooseLanguage}
      />
      <p className="mr-field__hint" id="mr-language-hint">
        {t.settings.appearance.languageText}
      </p>
    </div>
  )
}

/** Languages are shown by their native names. */
function nameOf(choice: LanguageChoice, t: Texts): string {
  return choice === 'browser' ? t.ui.languageOfBrowser : LANGUAGES[choice].name
}
