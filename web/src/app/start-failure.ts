import type { Language } from '@baseline/contract/messages/translate.ts'

import { chosenLanguage } from '#platform/i18n.ts'

/** Why the application cannot start: a file is missing, or the server does not respond. */
type Reason = 'notLoaded' | 'unreachable'

/** The only texts outside the messages, whose file may be the one that could not be loaded. */
const texts: Record<Language, Record<Reason | 'checkConnection' | 'retry', string>> = {
  en: {
    notLoaded: 'The page could not be loaded',
    unreachable: "The server can't be reached",
    checkConnection: 'Check your connection and try again.',
    retry: 'Try again',
  },
  'pt-BR': {
    notLoaded: 'Não foi possível carregar a página',
    unreachable: 'Não foi possível acessar o servidor',
    checkConnection: 'Verifique sua conexão e tente novamente.',
    retry: 'Tentar novamente',
  },
}

/** Shows an error instead of a blank page if the application cannot start. Needs no file, theme or React. */
export const showStartFailure = (reason: Reason): void => {
  const language = chosenLanguage()
  const { [reason]: message, checkConnection, retry } = texts[language]
  document.documentElement.lang = language
  const heading = document.createElement('h1')
  heading.textContent = message
  const hint = document.createElement('p')
  hint.textContent = checkConnection
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = retry
  button.addEventListener('click', () => location.reload())
  const main = document.createElement('main')
  main.className = 'start-failure'
  main.append(heading, hint, button)
  document.getElementById('root')?.replaceChildren(main)
}
