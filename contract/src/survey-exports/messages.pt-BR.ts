import type { Shape } from '../messages/translate.ts'
import type { surveyExports as en } from './messages.en.ts'

export const surveyExports = {
  responseSheet: 'Planilha de respostas',
  title: 'Exportar a planilha de respostas',
  intro: 'Uma linha por resposta e uma coluna por pergunta, com os filtros da lista.',
  fields: {
    id: 'Id',
    surveyId: 'Pesquisa',
    surveyLabel: 'Pesquisa',
    filter: 'Filtro',
    format: 'Formato',
    language: 'Idioma das perguntas',
    personalData: 'Dados pessoais',
    status: 'Status',
  },
  formats: {
    xlsx: 'Excel (.xlsx)',
    csv: 'Texto (.csv)',
    dta: 'Stata (.dta)',
    sav: 'SPSS (.sav)',
  },
  personal: 'Incluir dados pessoais',
  personalHint:
    'Nomes dos domicílios, locais, fotos, números de telefone e as perguntas assim marcadas. Quem os pede fica registrado.',
  start: 'Iniciar a exportação',
  insteadOfList:
    'O Excel comporta 1.048.575 linhas e esta lista tem mais. Reduza-a com filtros ou exporte a planilha de respostas.',
  cancel: 'Cancelar a exportação',
  cancelled: 'A exportação foi cancelada',
  close: 'Tirar da barra',
  waiting: 'A exportação de {survey} está na fila',
  running: 'Exportação de {survey}: {progress} %',
  rows: '{count} respostas, até {until}',
  expired: 'Exportação expirada. Os arquivos ficam guardados por 24 horas',
  expiredShort: 'Expirada',
  others: 'Outras exportações: +{count}',
  errors: {
    oneSurvey: 'Escolha exatamente uma pesquisa',
    formatUnavailable: 'Esta instalação não produz este formato',
    tooManyColumns: 'O Excel comporta {max} colunas e esta pesquisa tem {count}: escolha CSV',
    tooMany: 'Você tem {max} exportações em andamento: espere uma delas ou cancele-a',
  },
  failures: {
    cancelled: 'Foi cancelada.',
    forbidden: 'Quem a pediu já não pode ler respostas.',
    tooLong: 'A resposta a "{column}" em {displayId} é longa demais para este formato. O CSV a comporta.',
    empty:
      'Nenhuma resposta corresponde, e este formato não comporta uma tabela vazia. Excel e CSV comportam.',
    unavailable: 'Esta instalação não produz este formato.',
    error: 'Algo deu errado. Tente novamente.',
  },
  sheets: {
    line: 'Linha',
    latitude: 'Latitude',
    longitude: 'Longitude',
    accuracy: 'Precisão em metros',
  },
  codebook: {
    sheet: 'Planilha',
    column: 'Coluna',
    variable: 'Variável',
    key: 'Pergunta',
    type: 'Tipo',
    label: 'Rótulo',
    versions: 'Versões',
    value: 'Código',
    code: 'Número no Stata e no SPSS',
  },
  manifest: { entry: 'Item', value: 'Valor' },
} as const satisfies Shape<typeof en>
