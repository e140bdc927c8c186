// Gives the commands of the start page a button that copies them.
const { copyButton, element } = globalThis.widgets;

/** @type {NodeListOf<HTMLElement>} */
const commands = document.querySelectorAll(".command");
/** Time for which a button shows that its command was copied. */
const copiedMs = 2000;
for (const command of commands) {
  const name = `Copy the command: ${command.dataset.name}`;
  const told = element("span", { class: "unseen", role: "status" });
  let silence;
  // In its place, because a message over the page would cover the next button.
  const say = (text) => {
    told.textContent = button.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => {
      told.textContent = "";
      button.textContent = "Copy";
    }, copiedMs);
  };
  const code = command.querySelector("code");
  const button = copyButton("Copy", () => code.textContent, { say, name });
  command.append(button, told);
}
