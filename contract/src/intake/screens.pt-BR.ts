import type { Shape } from '../messages/translate.ts'
import type { intakeScreens as en } from './screens.en.ts'

/** Texts of the inbox in Brazilian Portuguese. */
export const intakeScreens = {
  view: 'Entrevista de um celular',
  searchedFor: 'Dispositivo ou pessoa',
  count: { one: '{count} entrevista', many: '{count} entrevistas', estimate: 'mais de {count} entrevistas' },
  empty: {
    title: 'Nenhuma entrevista aguarda',
    hint: 'Aqui aparecem as entrevistas de celulares que precisam de uma decisão, como duas versões da mesma entrevista.',
  },
  fields: {
    state: 'Motivo',
    surveyId: 'Pesquisa',
    surveyLabel: 'Pesquisa',
    deviceLabel: 'Dispositivo',
    personName: 'Pessoa',
    receivedAt: 'Recebida em',
    response: 'Resposta',
    responseId: 'Resposta',
    files: 'Arquivos',
    instanceId: 'Instância',
    deprecatedId: 'Edição da instância',
    odkDeviceId: 'Celular',
    userAgent: 'Aplicativo',
    comment: 'Comentário',
  },
  states: {
    conflict: 'Conflito',
    heldBack: 'Retida',
    unreadable: 'Ilegível',
    receiving: 'Incompleta',
    stored: 'Salva',
    discarded: 'Descartada',
    erased: 'Apagada',
  },
  explanations: {
    conflict:
      'A entrevista chegou com respostas diferentes das anteriores, ou é uma edição de uma versão antiga.',
    heldBack: 'A entrevista foi editada no celular depois que a resposta foi aprovada ou rejeitada.',
    unreadable:
      'O servidor não conseguiu salvar as respostas por causa de um erro. Nada se perdeu. Leia a entrevista de novo após uma atualização.',
    receiving:
      'A última parte da entrevista ainda não chegou, depois de mais de 24 horas. O celular ainda pode enviá-la.',
  },
  responseNotes: {
    unchanged: 'A resposta não foi alterada.',
    deleted: 'A resposta anterior foi excluída.',
    missing: 'A resposta anterior foi excluída ou não foi salva.',
  },
  fileCount: '{received} de {count}',
  fileStates: {
    expected: 'não recebido',
    received: 'recebido',
    converted: 'recebido',
    rejected: 'arquivo inválido',
  },
  changes: {
    title: 'Diferenças em relação à resposta já salva',
    question: 'Pergunta',
    stored: 'Já salvo',
    sent: 'No celular',
    none: 'As respostas são iguais às já salvas.',
    noAnswers: 'A entrevista não tem respostas.',
    unreadable: 'Não é possível ler as respostas. Baixe o XML para vê-las.',
  },
  facts: 'Sobre a entrevista',
  filesTitle: 'Arquivos',
  noFiles: 'Nenhum arquivo',
  downloadXml: 'Baixar XML',
  next: 'Próxima entrevista',
  previous: 'Entrevista anterior',
  choices: {
    edit: 'Substituir as respostas',
    new: 'Salvar como nova resposta',
    reprocess: 'Ler de novo',
    discard: 'Descartar',
  },
  confirm: {
    edit: {
      title: 'Substituir as respostas já salvas?',
      text: 'As respostas do celular substituem as atuais, e o status passa a ser “Reenviada”. O histórico guarda as respostas antigas.',
    },
    new: {
      title: 'Salvar esta entrevista como nova resposta?',
      text: 'A resposta que já existe não é alterada.',
      incomplete: 'A resposta recebe os arquivos que chegaram. Os que chegarem depois são acrescentados.',
    },
    reprocess: {
      title: 'Ler esta entrevista de novo?',
      text: 'O servidor lê a entrevista guardada e salva as respostas.',
    },
    discard: {
      title: 'Descartar esta entrevista?',
      text: 'Ela sai da caixa de entrada. Suas respostas não são usadas. O servidor guarda o XML como prova.',
    },
  },
  done: {
    edit: 'As respostas foram substituídas',
    new: 'A entrevista foi salva como nova resposta',
    reprocess: 'A entrevista foi salva',
    waits: 'A entrevista foi lida e aguarda uma decisão',
    discard: 'A entrevista foi descartada',
  },
  problems: {
    issues: {
      one: '1 resposta do celular não correspondia ao questionário:',
      many: '{count} respostas do celular não correspondiam ao questionário:',
    },
    unmapped: {
      one: '1 valor do celular não correspondia a nenhuma pergunta:',
      many: '{count} valores do celular não correspondiam a nenhuma pergunta:',
    },
    more: 'e mais {count}',
    isLate: 'Chegou depois do encerramento da pesquisa.',
    error: 'Erro: {error}',
  },
  errors: {
    decided: 'Já houve uma decisão sobre esta entrevista',
    choice: 'Esta decisão não é possível para esta entrevista',
    stillUnreadable: 'Ainda não é possível salvar a entrevista: {problem}',
  },
} as const satisfies Shape<typeof en>
