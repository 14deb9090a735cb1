/** Every screen in every state, as walks: each step is a state and the page that shows it. */
import type { Page } from 'playwright-core';
import { cell, huff, playOn, tap, titled } from './board';
import { HOUR, MINUTE, SECOND } from './club';
import type { House } from './house';
import { practice } from './practiceScenes';
import { RATED_SCENES } from './ratedScenes';
import { RULE_PAGES } from './rules';
import { makeRoom, sitDown } from './table';
import { Wire } from './wire';

export type Scene = (house: House) => AsyncGenerator<[state: string, page: Page]>;

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const sit = (page: Page) => press(page, 'Sentarme y aceptar');

async function* home(house: House): ReturnType<Scene> {
  const { page, ...person } = await house.person();
  await page.goto('/');
  await page.getByText('Sin registrarse.').waitFor();
  yield ['home, empty', page];
  await page.getByText('Cómo se juega, en corto').click();
  yield ['home, rules in short', page];
  const wire = await Wire.tap(person);
  wire.deaf = true;
  await page.goto('/');
  await page.getByText('Buscando tus partidas…').waitFor();
  yield ['home, loading', page];
  await page.goto('/partidas');
  await page.getByText('Buscando tus partidas…').waitFor();
  yield ['my games, loading', page];
}

async function* invitation(house: House): ReturnType<Scene> {
  const [host, guest] = await Promise.all([house.person(), house.person()]);
  const room = await makeRoom(host.page, { clock: '20 min + 10 s' });
  yield ['invitation, host waits', host.page];
  await press(host.page, 'Ver condiciones y aceptar');
  yield ['invitation, host reads alone', host.page];
  await host.page.keyboard.press('Escape');
  await guest.open(room);
  await guest.page.getByRole('dialog').waitFor();
  yield ['invitation, visitor with the notice', guest.page];
  await guest.page.keyboard.press('Escape');
  await heading(guest.page, 'Te invitan a jugar');
  yield ['invitation, visitor', guest.page];
  await press(guest.page, 'Ver condiciones y sentarme');
  await sit(guest.page);
  await heading(guest.page, 'Falta que tu rival acepte');
  yield ['invitation, guest seated', guest.page];
  await press(host.page, 'Ver condiciones y aceptar');
  await host.page.getByText('Tu rival ya aceptó').waitFor();
  yield ['invitation, host with the notice', host.page];
  await host.page.keyboard.press('Escape');
  await heading(host.page, 'Llegó tu rival');
  yield ['invitation, rival came', host.page];
}

async function* closedRooms(house: House): ReturnType<Scene> {
  const [host, guest, third] = [await house.person(), await house.person(), await house.person()];
  const room = await makeRoom(host.page, { colour: 'Al azar' });
  await guest.open(room);
  await sit(guest.page);
  await heading(guest.page, 'Falta que tu rival acepte');
  yield ['invitation, colours by lot', guest.page];
  await third.open(room);
  await heading(third.page, 'La sala está llena');
  yield ['room, full', third.page];
  await press(host.page, 'Aceptar y jugar');
  await host.page.getByRole('grid').waitFor();
  await third.page.reload();
  await heading(third.page, 'Esta partida está en otro navegador');
  yield ['room, held elsewhere', third.page];
  for (let tab = 2; tab <= 5; tab++) await host.newTab(room);
  await heading(host.page, 'Sigues en otra pestaña');
  yield ['room, retired tab', host.page];
  await makeRoom(third.page);
  await press(third.page, 'Cancelar la sala');
  await heading(third.page, 'La sala se canceló');
  yield ['room, cancelled', third.page];
  await makeRoom(third.page);
  await house.club.advance(24 * HOUR);
  await third.page.reload();
  await heading(third.page, 'La invitación venció');
  yield ['room, lapsed', third.page];
  await third.open('/s/01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await heading(third.page, 'Esta sala no existe');
  yield ['room, unknown', third.page];
}

async function* game(house: House): ReturnType<Scene> {
  const { host, guest } = await sitDown(house, { clock: '10 min + 5 s' });
  const [red, white] = [host.page, guest.page];
  yield ['game, own turn', red];
  yield ["game, rival's turn", white];
  await tap(red, 1);
  await red.locator('p.hint', { hasText: 'no tiene jugada' }).waitFor();
  yield ['game, useless tap', red];
  await tap(red, 11);
  yield ['game, selection', red];
  await tap(red, 15);
  await playOn('22-18 12-16', white, red);
  await heading(white, 'Puedes soplar la 15');
  yield ['game, huff banner', white];
  await tap(white, 15);
  await white.getByRole('dialog').waitFor();
  yield ['game, huff confirmation', white];
  await white.keyboard.press('Escape');
  await huff(white, 15);
  yield ['game, huffed', red];
  await press(white, 'Ofrecer tablas');
  await heading(red, 'Tu rival ofrece tablas');
  yield ['game, draw offered', red];
  yield ['game, own draw offer', white];
  await press(red, /^No$/);
  await press(red, 'Más acciones');
  yield ['game, more', red];
  await press(red, /^Pedir cancelar la partida/);
  await heading(white, 'Tu rival quiere cancelar, sin resultado');
  yield ['game, rival asks to cancel', white];
  yield ['game, own request to cancel', red];
  await press(white, /^No$/);
  await press(white, 'Más acciones');
  await press(white, 'Teclas del tablero');
  yield ['game, keys', white];
  await press(white, 'Cerrar');
  await press(white, 'Reclamar tablas');
  yield ['game, claim', white];
  await white.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await press(red, 'Reclamar tablas');
  yield ["game, claim in the rival's turn", red];
  await red.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await press(white, 'Rendirme');
  yield ['game, resignation', white];
  await white.keyboard.press('Escape');
  await red.close();
  await white.getByText('no está').waitFor();
  yield ['game, rival away', white];
}

async function* troubles(house: House): ReturnType<Scene> {
  const { host, guest, room } = await sitDown(house, { clock: '10 min + 5 s' });
  const wire = await Wire.tap(host);
  await house.club.advance(10 * MINUTE - 25 * SECOND);
  await host.open(room);
  await titled(host.page, 'Te toca');
  yield ['game, little time', host.page];
  wire.deaf = true;
  await tap(host.page, 11, 15);
  await titled(host.page, 'Enviando');
  yield ['game, move on its way', host.page];
  for (const person of [host, guest]) person.expectComplaints(/WebSocket|net::ERR_/);
  await house.club.kill();
  const lost = guest.page.getByText('Se cortó la conexión').locator('visible=true').first();
  await lost.waitFor();
  yield ['game, reconnecting', guest.page];
  await guest.context.setOffline(true);
  yield ['game, off line', guest.page];
  await guest.context.setOffline(false);
  await house.club.start();
}

async function* endings(house: House): ReturnType<Scene> {
  const { host, guest, room } = await sitDown(house);
  const [red, white] = [host.page, guest.page];
  await playOn('11-15 22-18 15-22 25-18', red, white);
  await press(red, 'Rendirme');
  await red.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await red.getByRole('dialog', { name: 'Perdiste' }).waitFor();
  yield ['result, lost', red];
  await white.getByRole('dialog', { name: 'Ganaste' }).waitFor();
  yield ['result, won', white];
  await press(white, 'Revancha');
  await red.locator('.want', { hasText: 'Tu rival quiere revancha' }).waitFor();
  yield ['result, rival wants a rematch', red];
  yield ['result, rematch asked for', white];
  await red.keyboard.press('Escape');
  await red.getByRole('button', { name: 'Ver el resultado' }).waitFor();
  yield ['result, closed', red];
  await press(red, 'Ver el resultado');
  await press(red, 'Revancha');
  await titled(white, 'Te toca');
  await press(white, 'Ofrecer tablas');
  await press(red, 'Aceptar');
  await white.getByRole('dialog', { name: 'Tablas' }).waitFor();
  yield ['result, drawn', white];
  await press(white, 'Revancha');
  await press(red, 'No, gracias');
  await white.getByText('No habrá revancha.').waitFor();
  yield ['result, rematch declined', white];

  await white.goto('/partidas');
  await white.getByRole('heading', { name: 'Ganaste' }).waitFor();
  yield ['my games, finished ones', white];
  await white.getByRole('link', { name: /Ganaste/ }).click();
  await press(white, 'Atrás');
  yield ['replay', white];
  await makeRoom(red, { clock: '10 min + 5 s' });
  await white.goto(new URL(red.url()).pathname);
  await sit(white);
  await press(red, 'Aceptar y jugar');
  await titled(red, 'Te toca');
  await red.goto('/');
  await heading(red, 'Te toca');
  yield ['home, a running game', red];
  await red.goto('/partidas');
  await heading(red, 'En juego');
  yield ['my games, a running one', red];
  await red.goto(room);
  await red.getByRole('dialog', { name: 'Tablas' }).waitFor();
  await red.goto('/partidas/01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await heading(red, 'Esta partida no está aquí');
  yield ['replay, unknown', red];
}

async function* boards(house: House): ReturnType<Scene> {
  const tens = await sitDown(house, { rules: 'Damas internacionales', colour: 'Blancas' });
  await playOn('32-28 19-23 28-19 14-23 37-32', tens.host.page, tens.guest.page);
  await tap(tens.guest.page, 23);
  yield ['10×10, selection', tens.guest.page];

  const turkish = await sitDown(house, { rules: 'Damas turcas', colour: 'Blancas' });
  const [white, dark] = [turkish.host.page, turkish.guest.page];
  await playOn('e3-e4 d6-d5 d3-e3 e6-e5', white, dark);
  await tap(white, 'e4', 'e6');
  await cell(white, 'e8').and(white.locator('[aria-label*="destino"]')).waitFor();
  yield ['all squares, chain on its way', white];
  await tap(white, 'e8');
  await titled(dark, 'Te toca');
  await press(dark, 'Rendirme');
  await dark.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await white.getByRole('dialog', { name: 'Ganaste' }).waitFor();
  yield ['all squares, result', white];
  await white.getByRole('link', { name: 'Ver de nuevo' }).click();
  await press(white, 'Atrás');
  yield ['all squares, replay', white];
}

async function* library(house: House): ReturnType<Scene> {
  const { page } = await house.person();
  await page.goto('/partidas');
  await heading(page, 'Aquí quedan tus partidas');
  yield ['my games, empty', page];
  for (const path of ['/reglas', '/reglas/nada', '/ajustes']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    yield [path, page];
  }
  await page.goto('/nada/de/nada');
  await heading(page, 'Aquí no hay nada');
  yield ['unknown page', page];
}

async function* importing(house: House): ReturnType<Scene> {
  const { page } = await house.person();
  const open = async (text: string) => {
    await page.getByLabel('Texto de la partida').fill(text);
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
  };
  await page.goto('/partidas/abrir');
  await heading(page, 'Abrir una partida');
  yield ['import, empty', page];
  await open(' ');
  await page.getByRole('main').getByText('Pega primero').waitFor();
  yield ['import, nothing to open', page];
  const long = `[White "${'Ana de los Nombres Largos '.repeat(4)}"]\n[GameType "20"]\n\n`;
  await open(`${long}1. 33-28 {${'muy '.repeat(60)}} 17-21 *\n\n${long}1. 33-28 33-28 *`);
  await heading(page, '1 partida, 1 con error');
  yield ['import, a game and an error', page];
  await page.getByRole('button', { name: /Ana de los Nombres/ }).click();
  await heading(page, 'Sin resultado');
  yield ['import, a game', page];
  await page.goBack();
  await open('1. 33-28 33-28 *');
  await heading(page, 'No se pudo leer todo');
  yield ['import, an error', page];
}

export const SCENES = {
  importing,
  home,
  invitation,
  closedRooms,
  game,
  troubles,
  endings,
  boards,
  library,
  practice,
  ...RATED_SCENES,
  ...RULE_PAGES,
};
