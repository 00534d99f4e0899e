import { settingsStrings as t } from '../i18n/settings.ts'
import { t as texts } from '../i18n/strings.ts'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'
import { PartFrame } from './part-frame.tsx'

/** Light, dark, or as the system. */
export function AppearancePart() {
  const theme = useTheme()
  return (
    <PartFrame title={t.parts.appearance} text={t.appearance.text}>
      <fieldset className="mr-themes">
        <legend className="mr-visually-hidden">{t.parts.appearance}</legend>
        {THEMES.map((one) => (
          <label key={one} className="mr-theme">
            <input type="radio" name="theme" value={one} checked={theme === one} onChange={() => chooseTheme(one)} />
            <span className="mr-theme__picture" data-look={one} aria-hidden="true">
              <span />
              <span />
            </span>
            <span className="mr-theme__name">{texts.ui.themes[one]}</span>
            <span className="mr-theme__hint">{t.appearance.hints[one]}</span>
          </label>
        ))}
      </fieldset>
    </PartFrame>
  )
}
