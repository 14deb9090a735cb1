/** The screens of rated play in every state, as walks. */
import type { Page } from 'playwright-core';
import { titled } from './board';
import { HOUR, SECOND } from './club';
import type { House } from './house';
import { accept, meet, member, places, ratedGame, resign, signIn, wait } from './rated';
import type { Scene } from './scenes';
import { Wire } from './wire';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function* account(house: House): ReturnType<Scene> {
  const { page, ...person } = await house.person();
  await page.goto('/cuenta');
  await heading(page, 'Juegas sin cuenta');
  yield ['account, none', page];
  await page.goto('/cuenta/terminos');
  await page.getByText('Para aceptarlos necesitas una cuenta.').waitFor();
  yield ['terms, without an account', page];
  await press(page, 'Entrar o crear mi cuenta');
  await page.getByRole('link', { name: /^Eva / }).waitFor();
  yield ["the local provider's page", page];
  await page.goto(`${page.url()}&person=`);
  await heading(page, 'No entraste');
  yield ['account, sign-in cancelled', page];
  await page.goto('/cuenta');
  await signIn(page, 'Eva');
  await page.getByText('Tu correo no está verificado.').waitFor();
  yield ['account, address not verified', page];
  await page.goto('/rival');
  await heading(page, 'Antes de jugar por puntos');
  yield ['rival, what is missing', page];

  const storageState = await member(house, 'Carla', false);
  const carla = await house.person({ storageState });
  await carla.page.goto('/cuenta/terminos');
  await carla.page.getByRole('button', { name: 'Aceptar los términos' }).waitFor();
  yield ['terms, to accept', carla.page];
  await press(carla.page, 'Aceptar los términos');
  await carla.page.getByRole('link', { name: 'Buscar rival' }).waitFor();
  yield ['terms, accepted', carla.page];
  await member(house, 'Carla', false);
  await carla.page.goto('/cuenta');
  await carla.page.getByText('Otro navegador').waitFor();
  yield ['account, two browsers', carla.page];
  await press(carla.page, /^Desvincular/);
  yield ['account, revocation', carla.page];
  await carla.page.keyboard.press('Escape');
  await press(carla.page, 'Borrar la cuenta');
  yield ['account, deletion', carla.page];

  const wire = await Wire.tap(person);
  wire.deaf = true;
  await page.goto('/rival');
  await page.getByRole('main').getByText('Un momento…').waitFor();
  yield ['rival, loading', page];
}

async function* rival(house: House): ReturnType<Scene> {
  const [ana, beto] = [
    await house.person({ storageState: await member(house, 'Ana') }),
    await house.person({ storageState: await member(house, 'Beto') }),
  ];
  await ana.page.goto('/rival');
  await ana.page.getByRole('button', { name: 'Buscar rival' }).waitFor();
  yield ['rival, to look for', ana.page];
  await wait(ana.page);
  yield ['rival, waiting', ana.page];
  await press(ana.page, 'Dejar de buscar');
  await ana.page.getByRole('button', { name: 'Buscar rival' }).waitFor();
  await meet(ana.page, beto.page);
  // Looking takes longer than the notice lasts: the clock stands still for it.
  yield ['rival, the notice', ana.page];
  await accept(ana.page).catch(() => undefined);
  await house.club.advance(25 * SECOND);
  await ana.page.getByRole('heading', { name: /Sigues buscando|El aviso terminó/ }).waitFor();
  yield ['rival, the notice is over', ana.page];
  for (const { page } of [ana, beto]) await leave(page);

  const { path } = await ratedGame(ana, beto);
  yield ['rated game', ana.page];
  await beto.page.goto('/rival');
  await heading(beto.page, 'Tienes una partida por puntos en juego');
  yield ['rival, playing already', beto.page];
  await beto.page.goto('/');
  await beto.page.getByRole('link', { name: 'Seguir jugando' }).waitFor();
  yield ['home, a rated game', beto.page];
  await resign(ana.page);
  yield ['rated result, lost', ana.page];
  await beto.page.goto(path);
  await titled(beto.page, 'Ganaste');
  yield ['rated result, won', beto.page];
  const game = path.replace('/p/', '');
  const order = { game, reason: 'Uno de los dos jugó con ayuda.', who: 'arn:aws:iam::1:user/i' };
  await house.club.invoke('admin-invalidate', order);
  await beto.page.reload();
  await beto.page.getByText('Partida anulada: no cuenta.').waitFor();
  yield ['rated result, void', beto.page];
  await beto.page.goto('/partidas');
  await beto.page.getByText('Partida anulada: no cuenta.').waitFor();
  yield ['my games, a void one', beto.page];
}

/** Whether or not the search went on. */
async function leave(page: Page): Promise<void> {
  await page.goto('/rival');
  const stop = page.getByRole('button', { name: 'Dejar de buscar' });
  const start = page.getByRole('button', { name: 'Buscar rival' });
  await stop.or(start).waitFor();
  if (await stop.isVisible()) await stop.click();
  await start.waitFor();
}

async function* tables(house: House): ReturnType<Scene> {
  const reader = await house.person();
  await reader.page.goto('/jugador');
  await heading(reader.page, 'Aún no tienes tu lugar');
  yield ['my place, no account', reader.page];
  await reader.page.goto('/clasificaciones/kondavo-turkish/semana/2020-01-07');
  await reader.page.getByRole('heading', { level: 2 }).first().waitFor();
  yield ['ranking, no such period', reader.page];
  await reader.page.goto('/jugador/nadie');
  await heading(reader.page, 'Nadie juega aquí con esa cuenta');
  yield ['player, unknown', reader.page];

  const [dario, ana] = [
    await house.person({ storageState: await member(house, 'Darío') }),
    await house.person({ storageState: await member(house, 'Ana') }),
  ];
  await house.club.invoke('period-close', { run: 'due' });
  await dario.page.goto('/jugador');
  await heading(dario.page, 'Todavía no terminaste');
  yield ['my place, no games', dario.page];
  const { path } = await ratedGame(dario, ana);
  await resign(dario.page);
  await house.club.advance(2 * 60 * SECOND);
  for (const [state, at] of [
    ['ranking of the week', '/clasificaciones'],
    ['ranking of all', '/clasificaciones/vezz-8x8/general'],
    ['League', '/liga'],
  ] as const) {
    await dario.page.goto(at);
    await places(dario.page);
    yield [state, dario.page];
  }
  await dario.page.getByRole('link', { name: 'Mi lugar' }).click();
  await dario.page.getByRole('slider').waitFor();
  yield ['my place, with its course', dario.page];
  await dario.page.goto('/clasificaciones');
  await dario.page.getByText('Otras reglas').first().click();
  yield ['ranking, other rules', dario.page];

  await house.club.advance(8 * 24 * HOUR);
  await house.club.invoke('period-close', { run: 'due' });
  const order = {
    game: path.replace('/p/', ''),
    reason: 'Se pactó.',
    who: 'arn:aws:iam::1:user/i',
  };
  await house.club.invoke('admin-invalidate', order);
  await dario.page.goto('/clasificaciones');
  const archive = dario.page.getByRole('region', { name: 'Cierres anteriores' });
  await archive.getByRole('link').first().waitFor();
  yield ['ranking, the archive', dario.page];
  const revised = archive.getByRole('listitem').filter({ hasText: order.reason });
  await revised.getByRole('heading').getByRole('link').click();
  await heading(dario.page, 'Este cierre');
  yield ['ranking, a revised closing', dario.page];
  await dario.page.getByRole('link', { name: 'Ver el cierre original' }).click();
  await dario.page.getByText('Estás viendo el cierre original').waitFor();
  yield ['ranking, an original closing', dario.page];
  await dario.page.goto('/jugador');
  await dario.page.getByText('Anulada: no cuenta').waitFor();
  yield ['my place, a void game', dario.page];
}

export const RATED_SCENES = { account, rival, tables };
