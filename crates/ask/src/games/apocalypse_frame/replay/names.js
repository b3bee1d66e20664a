// ---- Short names, all different --------------------------------------------------------------------------------

/** Takes the first free one of some short names and returns it. */
function free(taken, ...names) {
  let name = names.find((candidate) => candidate && !taken.has(candidate));
  for (let i = 1; !name; i += 1) if (!taken.has(`${names[0]}${i}`)) name = `${names[0]}${i}`;
  taken.add(name);
  return name;
}

const letters = (name) => name.replace(/[^\p{L}\p{N}]/gu, '') || '?';
/** Marks of Aces: the first two letters, and a third if several have the same. */
const aceMarks = (() => {
  const taken = new Set();
  const stems = header.aces.map(({ name }) => letters(name).slice(0, 2).toUpperCase());
  const alone = (stem) => stems.filter((other) => other === stem).length === 1;
  return stems.map((stem) => (alone(stem) ? free(taken, stem) : free(taken, ...[...'abcde'].map((letter) => stem + letter))));
})();

/** Marks of the enemies of every battle: two or three letters of the kind, and a number if there are several. */
const enemyMarks = header.battles.map((battle, number) => {
  const joined = states.findLast((state) => state.battle === number)?.enemies ?? [];
  const taken = new Set(aceMarks);
  const stems = new Set(aceMarks);
  const names = battle.kinds.map((kind) => {
    const plain = letters(kind.name);
    const words = kind.name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const initials = words.length > 1 ? words.map((word) => word[0].toUpperCase()).join('').slice(0, 3) : '';
    const cased = (text) => text[0].toUpperCase() + text.slice(1).toLowerCase();
    return free(stems, initials, cased(plain.slice(0, 2)), cased(plain.slice(0, 3)), cased(plain.slice(0, 1)));
  });
  return joined.map(({ kind, name }) => {
    const several = joined.filter((other) => other.kind === kind).length > 1;
    const number = name.match(/ (\d+)$/)?.[1] ?? (several ? '1' : '');
    return free(taken, names[kind] + number);
  });
});

// ---- Conditions of a unit, in words --------------------------------------------------------------------------------

const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const lifeWords = { down: 'down', 'last-stand': 'last stand', ejected: 'ejected', lost: 'lost' };
const markWords = {
  protected: 'protected', encouraged: 'encouraged', obfuscated: 'obfuscated', distracted: 'distracted', 'distracted-next': 'distracted next turn',
  infantry: 'infantry', held: 'cannot move', emp: 'EMP', painted: 'painted', enduring: 'enduring', down: 'down',
};
const marked = (marks) => (marks ?? []).map((mark) => markWords[mark]).filter(Boolean);
const has = (now, mark) => (now?.marks ?? []).includes(mark);

function aceNotes(now) {
  const notes = [];
  if (now.life !== 'ready') notes.push(lifeWords[now.life]);
  if (now.shields) notes.push(counted(now.shields, 'Shield'));
  if (now.fleeting) notes.push(`${counted(now.fleeting, 'Shield')} this round`);
  if (now.plate) notes.push(`Armor ${now.plate}`);
  if (now.chaff) notes.push(`chaff ${now.chaff}`);
  if (now.aim) notes.push(`aim +${now.aim}`);
  const gear = header.aces[now.ace];
  const hits = [['superstructure', now.superstructure], ['legs', now.legs], ['sensors', now.sensors]].filter(([, hit]) => hit);
  notes.push(...hits.map(([name, hit]) => `${name} hit${hit > 1 ? ` ×${hit}` : ''}`));
  notes.push(...(now.damaged_systems ?? []).map((item) => `${gear.systems[item]?.name} damaged`));
  notes.push(...(now.backups ?? []).map((place) => `uses ${gear.backups[place]?.name}`));
  return notes.concat(marked(now.marks));
}

function enemyNotes(now) {
  const notes = [];
  if (now.armor) notes.push(`Armor ${now.armor}`);
  if (now.shields) notes.push(counted(now.shields, 'Shield'));
  if (now.restorations) notes.push(counted(now.restorations, 'Restoration'));
  if (now.flashed_by?.length) notes.push(`attacks ${now.flashed_by.map((ace) => header.aces[ace].name).join(', ')}`);
  return notes.concat(marked(now.marks));
}
