import type { Shape } from '../messages/translate.ts'
import type { surveys as en } from './messages.en.ts'

export const surveys = {
  menu: 'Pesquisas',
  title: 'Pesquisas',
  upload: { title: 'Enviar um questionário' },
  preview: { title: 'Prévia' },
  settings: { title: 'Configurações da pesquisa' },
  statuses: { draft: 'Rascunho', open: 'Aberta', closed: 'Encerrada' },
  errors: {
    notFound: 'Nenhuma pesquisa tem o form_id {formId}',
    dates: 'Uma pesquisa não pode encerrar antes de abrir',
    districtTwice: 'Este distrito já tem uma meta',
    workbook: 'A planilha tem problemas',
    breaking: 'A nova versão invalida respostas existentes: confirme o número de entrevistas, {count}',
    noWorkbook: 'A planilha desta versão não está armazenada',
    unknownQuestion: 'O questionário não tem essa pergunta',
  },
  validation: {
    words: '{message}',
    constraint: '{path}: esta resposta não é permitida',
    number: '{path} deve ser um número, como 7 ou 12,5',
    date: '{path} deve ser uma data, como 2026-03-31',
    time: '{path} deve ser um horário, como 14:30',
    text: '{path} deve ser texto',
    choices: '{path} deve ser uma lista de opções',
    photo: '{path} deve ser uma imagem enviada ou o endereço de uma',
    file: '{path} deve ser um arquivo enviado ou o endereço de um',
    location: '{path} deve ser uma latitude e uma longitude',
    dateTime: '{path} deve ser uma data e uma hora, como 2026-03-31T14:30',
    acknowledge: '{path} deve ser OK',
    rowCount: '{path} deve ter {count} linhas',
    shape: '{path} deve ter pontos, como -25.9 32.5; -25.8 32.6',
    rows: '{path} deve ser uma lista de linhas',
    notAsked: 'Respostas a perguntas que não se aplicam: {keys}',
    notAskedHere: 'Esta pergunta não se aplica aqui: limpe a célula',
  },
} as const satisfies Shape<typeof en>
