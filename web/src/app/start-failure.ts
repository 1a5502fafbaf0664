import type { Language } from '@baseline/contract/messages/translate.ts'

import { chosenLanguage } from '#platform/i18n.ts'

/** The only texts outside of the messages: those are a file that may be the very one that did not come. */
const texts: Record<Language, { message: string; retry: string }> = {
  en: {
    message: 'The page could not be loaded. Check your connection and try again.',
    retry: 'Try again',
  },
  'pt-BR': {
    message: 'Não foi possível carregar a página. Verifique sua conexão e tente novamente.',
    retry: 'Tentar novamente',
  },
}

/** Instead of a blank page when the application cannot start; needs no file, no theme and no React. */
export const showStartFailure = (): void => {
  const language = chosenLanguage()
  const { message, retry } = texts[language]
  document.documentElement.lang = language
  const heading = document.createElement('h1')
  heading.textContent = message
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = retry
  button.addEventListener('click', () => location.reload())
  const main = document.createElement('main')
  main.className = 'start-failure'
  main.append(heading, button)
  document.getElementById('root')?.replaceChildren(main)
}
