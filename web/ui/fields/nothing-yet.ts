/** What a list without any choice lacks, by its noun or its label: of "Security, row 2" it is "No security to choose yet." */
export function nothingYet(name: string): string {
  const [noun = ''] = name.split(',');
  const isAbbreviation = /^\p{Lu}{2}/u.test(noun);
  return `No ${isAbbreviation ? noun : noun.charAt(0).toLowerCase() + noun.slice(1)} to choose yet.`;
}
