package dev.pawl.config;

import dev.pawl.core.machine.Machine;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The machines that come with the program: {@code machines/<name>.yaml}, named in {@code machines/index.txt}. */
public final class BuiltInMachines {

    private static final String FOLDER = "machines";

    private BuiltInMachines() {}

    /**
     * All of them, by name.
     *
     * @throws IllegalStateException when one is wrong; the message lists every mistake
     */
    public static SortedMap<String, Machine> all() {
        Mistakes mistakes = new Mistakes();
        ConfigNode.Reading reading = new ConfigNode.Reading(mistakes, Placeholders.none(), null);
        SortedMap<String, Machine> machines = new TreeMap<>();
        for (String name : BuiltIn.names(FOLDER)) {
            Machine machine =
                    MachineReader.read(name, ConfigNode.of(reading, "machines." + name, BuiltIn.yaml(FOLDER, name)));
            if (machine != null) {
                machines.put(name, machine);
            }
        }
        if (mistakes.count() > 0) {
            throw new IllegalStateException("built-in machines are wrong: "
                    + mistakes.all().stream().map(ConfigMistake::line).toList());
        }
        return Collections.unmodifiableSortedMap(machines);
    }
}
