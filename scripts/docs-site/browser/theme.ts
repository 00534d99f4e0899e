/** Runs before the page is painted, so that it does not flash in the other theme. */
import { applyTheme, storedTheme } from './themes.ts'

document.documentElement.classList.add('has-script')
applyTheme(storedTheme())
