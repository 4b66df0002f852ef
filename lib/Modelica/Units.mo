within Modelica;
package Units "Types with units, and conversions between them"
  extends Modelica.Icons.Package;

  package SI "Types of quantities in SI units"
    extends Modelica.Icons.Package;

    // Space and time
    type Angle = Real(final quantity="Angle", final unit="rad", displayUnit="deg");
    type SolidAngle = Real(final quantity="SolidAngle", final unit="sr");
    type Length = Real(final quantity="Length", final unit="m");
    type PathLength = Length;
    type Position = Length;
    type Distance = Length(min=0);
    type Breadth = Length(min=0);
    type Height = Length(min=0);
    type Thickness = Length(min=0);
    type Radius = Length(min=0);
    type Diameter = Length(min=0);
    type Area = Real(final quantity="Area", final unit="m2");
    type Volume = Real(final quantity="Volume", final unit="m3");
    type Time = Real(final quantity="Time", final unit="s");
    type Duration = Time;
    type AngularVelocity = Real(final quantity="AngularVelocity", final unit="rad/s");
    type AngularAcceleration = Real(final quantity="AngularAcceleration", final unit="rad/s2");
    type AngularJerk = Real(final quantity="AngularJerk", final unit="rad/s3");
    type Velocity = Real(final quantity="Velocity", final unit="m/s");
    type Acceleration = Real(final quantity="Acceleration", final unit="m/s2");
    type Jerk = Real(final quantity="Jerk", final unit="m/s3");

    // Periodic phenomena
    type Period = Real(final quantity="Time", final unit="s");
    type Frequency = Real(final quantity="Frequency", final unit="Hz");
    type AngularFrequency = Real(final quantity="AngularFrequency", final unit="rad/s");
    type Wavelength = Real(final quantity="Wavelength", final unit="m");
    type WaveNumber = Real(final quantity="WaveNumber", final unit="m-1");
    type CircularWaveNumber = Real(final quantity="CircularWaveNumber", final unit="rad/m");
    type AmplitudeLevelDifference = Real(final quantity="AmplitudeLevelDifference", final unit="dB");
    type PowerLevelDifference = Real(final quantity="PowerLevelDifference", final unit="dB");
    type DampingCoefficient = Real(final quantity="DampingCoefficient", final unit="s-1");
    type AttenuationCoefficient = Real(final quantity="AttenuationCoefficient", final unit="m-1");
    type PhaseCoefficient = Real(final quantity="PhaseCoefficient", final unit="m-1");
    type PropagationCoefficient = Real(final quantity="PropagationCoefficient", final unit="m-1");
    type Damping = DampingCoefficient;

    // Mechanics
    type Mass = Real(quantity="Mass", final unit="kg", min=0);
    type Density = Real(final quantity="Density", final unit="kg/m3", displayUnit="g/cm3", min=0.0);
    type RelativeDensity = Real(final quantity="RelativeDensity", final unit="1", min=0.0);
    type SpecificVolume = Real(final quantity="SpecificVolume", final unit="m3/kg", min=0.0);
    type LinearDensity = Real(final quantity="LinearDensity", final unit="kg/m", min=0);
    type SurfaceDensity = Real(final quantity="SurfaceDensity", final unit="kg/m2", min=0);
    type Momentum = Real(final quantity="Momentum", final unit="kg.m/s");
    type Impulse = Real(final quantity="Impulse", final unit="N.s");
    type AngularMomentum = Real(final quantity="AngularMomentum", final unit="kg.m2/s");
    type AngularImpulse = Real(final quantity="AngularImpulse", final unit="N.m.s");
    type MomentOfInertia = Real(final quantity="MomentOfInertia", final unit="kg.m2");
    type Inertia = MomentOfInertia;
    type Force = Real(final quantity="Force", final unit="N");
    type TranslationalSpringConstant = Real(final quantity="TranslationalSpringConstant", final unit="N/m");
    type TranslationalDampingConstant = Real(final quantity="TranslationalDampingConstant", final unit="N.s/m");
    type Weight = Force;
    type Torque = Real(final quantity="Torque", final unit="N.m");
    type ElectricalTorqueConstant = Real(final quantity="ElectricalTorqueConstant", final unit="N.m/A");
    type MomentOfForce = Torque;
    type ImpulseFlowRate = Real(final quantity="ImpulseFlowRate", final unit="N");
    type AngularImpulseFlowRate = Real(final quantity="AngularImpulseFlowRate", final unit="N.m");
    type RotationalSpringConstant = Real(final quantity="RotationalSpringConstant", final unit="N.m/rad");
    type RotationalDampingConstant = Real(final quantity="RotationalDampingConstant", final unit="N.m.s/rad");
    type Pressure = Real(final quantity="Pressure", final unit="Pa", displayUnit="bar");
    type AbsolutePressure = Pressure(min=0.0, nominal=1e5);
    type PressureDifference = Pressure;
    type PressureSlope = Real(final quantity="PressureSlope", final unit="Pa/s", displayUnit="bar/s");
    type BulkModulus = AbsolutePressure;
    type Stress = Real(final unit="Pa");
    type NormalStress = Stress;
    type ShearStress = Stress;
    type Strain = Real(final quantity="Strain", final unit="1");
    type LinearStrain = Strain;
    type ShearStrain = Strain;
    type VolumeStrain = Real(final quantity="VolumeStrain", final unit="1");
    type PoissonNumber = Real(final quantity="PoissonNumber", final unit="1");
    type ModulusOfElasticity = Stress;
    type ShearModulus = Stress;
    type SecondMomentOfArea = Real(final quantity="SecondMomentOfArea", final unit="m4");
    type SecondPolarMomentOfArea = SecondMomentOfArea;
    type SectionModulus = Real(final quantity="SectionModulus", final unit="m3");
    type CoefficientOfFriction = Real(final quantity="CoefficientOfFriction", final unit="1");
    type DynamicViscosity = Real(final quantity="DynamicViscosity", final unit="Pa.s", min=0);
    type KinematicViscosity = Real(final quantity="KinematicViscosity", final unit="m2/s", min=0);
    type SurfaceTension = Real(final quantity="SurfaceTension", final unit="N/m");
    type Work = Real(final quantity="Work", final unit="J");
    type Energy = Real(final quantity="Energy", final unit="J");
    type EnergyDensity = Real(final quantity="EnergyDensity", final unit="J/m3");
    type PotentialEnergy = Energy;
    type KineticEnergy = Energy;
    type Power = Real(final quantity="Power", final unit="W");
    type EnergyFlowRate = Power;
    type EnthalpyFlowRate = Real(final quantity="EnthalpyFlowRate", final unit="W");
    type Efficiency = Real(final quantity="Efficiency", final unit="1", min=0);
    type MassFlowRate = Real(quantity="MassFlowRate", final unit="kg/s");
    type VolumeFlowRate = Real(final quantity="VolumeFlowRate", final unit="m3/s");
    type MomentumFlux = Real(final quantity="MomentumFlux", final unit="N");
    type AngularMomentumFlux = Real(final quantity="AngularMomentumFlux", final unit="N.m");

    // Heat
    type ThermodynamicTemperature = Real(final quantity="ThermodynamicTemperature", final unit="K", min=0.0, start=288.15, nominal=300, displayUnit="degC");
    type Temperature = ThermodynamicTemperature;
    type TemperatureDifference = Real(final quantity="ThermodynamicTemperature", final unit="K");
    type TemperatureSlope = Real(final quantity="TemperatureSlope", final unit="K/s");
    type LinearTemperatureCoefficient = Real(final quantity="LinearTemperatureCoefficient", final unit="1/K");
    type QuadraticTemperatureCoefficient = Real(final quantity="QuadraticTemperatureCoefficient", final unit="1/K2");
    type LinearExpansionCoefficient = Real(final quantity="LinearExpansionCoefficient", final unit="1/K");
    type CubicExpansionCoefficient = Real(final quantity="CubicExpansionCoefficient", final unit="1/K");
    type RelativePressureCoefficient = Real(final quantity="RelativePressureCoefficient", final unit="1/K");
    type PressureCoefficient = Real(final quantity="PressureCoefficient", final unit="Pa/K");
    type Compressibility = Real(final quantity="Compressibility", final unit="1/Pa");
    type IsothermalCompressibility = Compressibility;
    type IsentropicCompressibility = Compressibility;
    type Heat = Real(final quantity="Energy", final unit="J");
    type HeatFlowRate = Real(final quantity="Power", final unit="W");
    type HeatFlux = Real(final quantity="HeatFlux", final unit="W/m2");
    type DensityOfHeatFlowRate = Real(final quantity="DensityOfHeatFlowRate", final unit="W/m2");
    type ThermalConductivity = Real(final quantity="ThermalConductivity", final unit="W/(m.K)");
    type CoefficientOfHeatTransfer = Real(final quantity="CoefficientOfHeatTransfer", final unit="W/(m2.K)");
    type SurfaceCoefficientOfHeatTransfer = CoefficientOfHeatTransfer;
    type ThermalInsulance = Real(final quantity="ThermalInsulance", final unit="m2.K/W");
    type ThermalResistance = Real(final quantity="ThermalResistance", final unit="K/W");
    type ThermalConductance = Real(final quantity="ThermalConductance", final unit="W/K");
    type ThermalDiffusivity = Real(final quantity="ThermalDiffusivity", final unit="m2/s");
    type HeatCapacity = Real(final quantity="HeatCapacity", final unit="J/K");
    type SpecificHeatCapacity = Real(final quantity="SpecificHeatCapacity", final unit="J/(kg.K)");
    type SpecificHeatCapacityAtConstantPressure = SpecificHeatCapacity;
    type SpecificHeatCapacityAtConstantVolume = SpecificHeatCapacity;
    type SpecificHeatCapacityAtSaturation = SpecificHeatCapacity;
    type RatioOfSpecificHeatCapacities = Real(final quantity="RatioOfSpecificHeatCapacities", final unit="1");
    type IsentropicExponent = Real(final quantity="IsentropicExponent", final unit="1");
    type Entropy = Real(final quantity="Entropy", final unit="J/K");
    type EntropyFlowRate = Real(final quantity="EntropyFlowRate", final unit="J/(K.s)");
    type SpecificEntropy = Real(final quantity="SpecificEntropy", final unit="J/(kg.K)");
    type InternalEnergy = Heat;
    type Enthalpy = Heat;
    type HelmholtzFreeEnergy = Heat;
    type GibbsFreeEnergy = Heat;
    type SpecificEnergy = Real(final quantity="SpecificEnergy", final unit="J/kg");
    type SpecificInternalEnergy = SpecificEnergy;
    type SpecificEnthalpy = SpecificEnergy;
    type SpecificHelmholtzFreeEnergy = SpecificEnergy;
    type SpecificGibbsFreeEnergy = SpecificEnergy;
    type DerDensityByEnthalpy = Real(final unit="kg.s2/m5");
    type DerDensityByPressure = Real(final unit="s2/m2");
    type DerDensityByTemperature = Real(final unit="kg/(m3.K)");
    type DerEnthalpyByPressure = Real(final unit="J.m.s2/kg2");
    type DerEnergyByDensity = Real(final unit="J.m3/kg");
    type DerEnergyByPressure = Real(final unit="J.m.s2/kg");
    type DerPressureByDensity = Real(final unit="Pa.m3/kg");
    type DerPressureByTemperature = Real(final unit="Pa/K");

    // Electricity and magnetism
    type ElectricCurrent = Real(final quantity="ElectricCurrent", final unit="A");
    type Current = ElectricCurrent;
    type CurrentSlope = Real(final quantity="CurrentSlope", final unit="A/s");
    type ElectricCharge = Real(final quantity="ElectricCharge", final unit="C");
    type Charge = ElectricCharge;
    type VolumeDensityOfCharge = Real(final quantity="VolumeDensityOfCharge", final unit="C/m3", min=0);
    type SurfaceDensityOfCharge = Real(final quantity="SurfaceDensityOfCharge", final unit="C/m2", min=0);
    type ElectricFieldStrength = Real(final quantity="ElectricFieldStrength", final unit="V/m");
    type ElectricPotential = Real(final quantity="ElectricPotential", final unit="V");
    type Voltage = ElectricPotential;
    type PotentialDifference = ElectricPotential;
    type ElectromotiveForce = ElectricPotential;
    type VoltageSecond = Real(final quantity="VoltageSecond", final unit="V.s");
    type VoltageSlope = Real(final quantity="VoltageSlope", final unit="V/s");
    type ElectricFluxDensity = Real(final quantity="ElectricFluxDensity", final unit="C/m2");
    type ElectricFlux = Real(final quantity="ElectricFlux", final unit="C");
    type Capacitance = Real(final quantity="Capacitance", final unit="F", min=0);
    type CapacitancePerUnitLength = Real(final quantity="CapacitancePerUnitLength", final unit="F/m");
    type CapacitancePerArea = Real(final quantity="CapacitancePerArea", final unit="F/m2");
    type Permittivity = Real(final quantity="Permittivity", final unit="F/m", min=0);
    type PermittivityOfVacuum = Permittivity;
    type RelativePermittivity = Real(final quantity="RelativePermittivity", final unit="1");
    type ElectricSusceptibility = Real(final quantity="ElectricSusceptibility", final unit="1");
    type ElectricPolarization = Real(final quantity="ElectricPolarization", final unit="C/m2");
    type ElectricDipoleMoment = Real(final quantity="ElectricDipoleMoment", final unit="C.m");
    type CurrentDensity = Real(final quantity="CurrentDensity", final unit="A/m2");
    type LinearCurrentDensity = Real(final quantity="LinearCurrentDensity", final unit="A/m");
    type MagneticFieldStrength = Real(final quantity="MagneticFieldStrength", final unit="A/m");
    type MagneticPotential = Real(final quantity="MagneticPotential", final unit="A");
    type MagneticPotentialDifference = Real(final quantity="MagneticPotential", final unit="A");
    type MagnetomotiveForce = Real(final quantity="MagnetomotiveForce", final unit="A");
    type CurrentLinkage = Real(final quantity="CurrentLinkage", final unit="A");
    type MagneticFluxDensity = Real(final quantity="MagneticFluxDensity", final unit="T");
    type MagneticFlux = Real(final quantity="MagneticFlux", final unit="Wb");
    type MagneticVectorPotential = Real(final quantity="MagneticVectorPotential", final unit="Wb/m");
    type Inductance = Real(final quantity="Inductance", final unit="H");
    type SelfInductance = Inductance(min=0);
    type MutualInductance = Inductance;
    type InductancePerUnitLength = Real(final quantity="InductancePerUnitLength", final unit="H/m");
    type CouplingCoefficient = Real(final quantity="CouplingCoefficient", final unit="1");
    type LeakageCoefficient = Real(final quantity="LeakageCoefficient", final unit="1");
    type Permeability = Real(final quantity="Permeability", final unit="V.s/(A.m)");
    type PermeabilityOfVacuum = Permeability;
    type RelativePermeability = Real(final quantity="RelativePermeability", final unit="1");
    type MagneticSusceptibility = Real(final quantity="MagneticSusceptibility", final unit="1");
    type MagneticDipoleMoment = Real(final quantity="MagneticDipoleMoment", final unit="Wb.m");
    type Magnetization = Real(final quantity="Magnetization", final unit="A/m");
    type MagneticPolarization = Real(final quantity="MagneticPolarization", final unit="T");
    type ElectromagneticEnergyDensity = Real(final quantity="EnergyDensity", final unit="J/m3");
    type PoyntingVector = Real(final quantity="PoyntingVector", final unit="W/m2");
    type Resistance = Real(final quantity="Resistance", final unit="Ohm");
    type ResistancePerUnitLength = Real(final quantity="ResistancePerUnitLength", final unit="Ohm/m");
    type Resistivity = Real(final quantity="Resistivity", final unit="Ohm.m");
    type Conductivity = Real(final quantity="Conductivity", final unit="S/m");
    type Reluctance = Real(final quantity="Reluctance", final unit="H-1");
    type Permeance = Real(final quantity="Permeance", final unit="H");
    type PhaseDifference = Real(final quantity="Angle", final unit="rad", displayUnit="deg");
    type Impedance = Resistance;
    type ImpedancePerUnitLength = ResistancePerUnitLength;
    type ModulusOfImpedance = Resistance;
    type Reactance = Resistance;
    type ReactancePerUnitLength = ResistancePerUnitLength;
    type QualityFactor = Real(final quantity="QualityFactor", final unit="1");
    type LossAngle = Real(final quantity="Angle", final unit="rad", displayUnit="deg");
    type Conductance = Real(final quantity="Conductance", final unit="S");
    type ConductancePerUnitLength = Real(final quantity="ConductancePerUnitLength", final unit="S/m");
    type Admittance = Conductance;
    type AdmittancePerUnitLength = ConductancePerUnitLength;
    type ModulusOfAdmittance = Conductance;
    type Susceptance = Conductance;
    type SusceptancePerUnitLength = ConductancePerUnitLength;
    type InstantaneousPower = Real(final quantity="Power", final unit="W");
    type ActivePower = Real(final quantity="Power", final unit="W");
    type ApparentPower = Real(final quantity="Power", final unit="V.A");
    type ReactivePower = Real(final quantity="Power", final unit="var");
    type PowerFactor = Real(final quantity="PowerFactor", final unit="1");
    type LinearTemperatureCoefficientResistance = Real(final quantity="LinearTemperatureCoefficientResistance", final unit="Ohm/K");
    type QuadraticTemperatureCoefficientResistance = Real(final quantity="QuadraticTemperatureCoefficientResistance", final unit="Ohm/K2");
    type Transconductance = Real(final quantity="Transconductance", final unit="A/V2");
    type InversePotential = Real(final quantity="InversePotential", final unit="1/V");
    type ElectricalForceConstant = Real(final quantity="ElectricalForceConstant", final unit="N/A");

    // Light and radiation
    type RadiantEnergy = Real(final quantity="Energy", final unit="J");
    type RadiantPower = Real(final quantity="Power", final unit="W");
    type RadiantIntensity = Real(final quantity="RadiantIntensity", final unit="W/sr");
    type Radiance = Real(final quantity="Radiance", final unit="W/(sr.m2)");
    type RadiantExitance = Real(final quantity="RadiantExitance", final unit="W/m2");
    type Irradiance = Real(final quantity="Irradiance", final unit="W/m2");
    type Emissivity = Real(final quantity="Emissivity", final unit="1");
    type LuminousIntensity = Real(final quantity="LuminousIntensity", final unit="cd");
    type LuminousFlux = Real(final quantity="LuminousFlux", final unit="lm");
    type Luminance = Real(final quantity="Luminance", final unit="cd/m2");
    type Illuminance = Real(final quantity="Illuminance", final unit="lx");
    type LuminousEfficacy = Real(final quantity="LuminousEfficacy", final unit="lm/W");
    type RefractiveIndex = Real(final quantity="RefractiveIndex", final unit="1");

    // Sound
    type StaticPressure = AbsolutePressure;
    type SoundPressure = StaticPressure;
    type VelocityOfSound = Real(final quantity="Velocity", final unit="m/s");
    type SoundPower = Real(final quantity="Power", final unit="W");
    type SoundIntensity = Real(final quantity="SoundIntensity", final unit="W/m2");
    type AcousticImpedance = Real(final quantity="AcousticImpedance", final unit="Pa.s/m3");
    type MechanicalImpedance = Real(final quantity="MechanicalImpedance", final unit="N.s/m");
    type SoundPressureLevel = Real(final quantity="SoundPressureLevel", final unit="dB");
    type SoundPowerLevel = Real(final quantity="SoundPowerLevel", final unit="dB");

    // Chemistry
    type RelativeAtomicMass = Real(final quantity="RelativeAtomicMass", final unit="1");
    type RelativeMolecularMass = Real(final quantity="RelativeMolecularMass", final unit="1");
    type AmountOfSubstance = Real(final quantity="AmountOfSubstance", final unit="mol", min=0);
    type Molality = Real(final quantity="Molality", final unit="mol/kg");
    type MolalConcentration = Molality;
    type MolarMass = Real(final quantity="MolarMass", final unit="kg/mol", min=0);
    type MolarVolume = Real(final quantity="MolarVolume", final unit="m3/mol", min=0);
    type MolarDensity = Real(final quantity="MolarDensity", unit="mol/m3");
    type Molarity = MolarDensity;
    type MolarConcentration = MolarDensity;
    type MolarEnergy = Real(final quantity="MolarEnergy", final unit="J/mol", nominal=2e4);
    type MolarInternalEnergy = MolarEnergy;
    type MolarHeatCapacity = Real(final quantity="MolarHeatCapacity", final unit="J/(mol.K)");
    type MolarEntropy = Real(final quantity="MolarEntropy", final unit="J/(mol.K)");
    type MolarEnthalpy = MolarEnergy;
    type MolarFlowRate = Real(final quantity="MolarFlowRate", final unit="mol/s");
    type MassConcentration = Real(final quantity="MassConcentration", final unit="kg/m3");
    type MassFraction = Real(final quantity="MassFraction", final unit="1", min=0, max=1);
    type Concentration = Real(final quantity="Concentration", final unit="mol/m3");
    type VolumeFraction = Real(final quantity="VolumeFraction", final unit="1");
    type MoleFraction = Real(final quantity="MoleFraction", final unit="1", min=0, max=1);
    type ChemicalPotential = Real(final quantity="ChemicalPotential", final unit="J/mol");
    type PartialPressure = AbsolutePressure;
    type Fugacity = Real(final quantity="Fugacity", final unit="Pa");
    type ActivityCoefficient = Real(final quantity="ActivityCoefficient", final unit="1");
    type OsmoticPressure = Real(final quantity="Pressure", final unit="Pa", displayUnit="bar", min=0);
    type StoichiometricNumber = Real(final quantity="StoichiometricNumber", final unit="1");
    type DiffusionCoefficient = Real(final quantity="DiffusionCoefficient", final unit="m2/s");
    type ElementaryCharge = Real(final quantity="ElementaryCharge", final unit="C");
    type ChargeNumberOfIon = Real(final quantity="ChargeNumberOfIon", final unit="1");
    type FaradayConstant = Real(final quantity="FaradayConstant", final unit="C/mol");
    type Mobility = Real(final quantity="Mobility", final unit="m2/(V.s)");
    type Activity = Real(final quantity="Activity", final unit="Bq");
    type DecayConstant = Real(final quantity="DecayConstant", final unit="s-1");
    type HalfLife = Real(final quantity="Time", final unit="s");

    // Characteristic numbers
    type ReynoldsNumber = Real(final quantity="ReynoldsNumber", final unit="1");
    type EulerNumber = Real(final quantity="EulerNumber", final unit="1");
    type FroudeNumber = Real(final quantity="FroudeNumber", final unit="1");
    type GrashofNumber = Real(final quantity="GrashofNumber", final unit="1");
    type WeberNumber = Real(final quantity="WeberNumber", final unit="1");
    type MachNumber = Real(final quantity="MachNumber", final unit="1");
    type KnudsenNumber = Real(final quantity="KnudsenNumber", final unit="1");
    type StrouhalNumber = Real(final quantity="StrouhalNumber", final unit="1");
    type FourierNumber = Real(final quantity="FourierNumber", final unit="1");
    type PecletNumber = Real(final quantity="PecletNumber", final unit="1");
    type RayleighNumber = Real(final quantity="RayleighNumber", final unit="1");
    type NusseltNumber = Real(final quantity="NusseltNumber", final unit="1");
    type BiotNumber = NusseltNumber;
    type StantonNumber = Real(final quantity="StantonNumber", final unit="1");
    type PrandtlNumber = Real(final quantity="PrandtlNumber", final unit="1");
    type SchmidtNumber = Real(final quantity="SchmidtNumber", final unit="1");
    type LewisNumber = Real(final quantity="LewisNumber", final unit="1");

    // Semiconductors
    type SeebeckCoefficient = Real(final quantity="SeebeckCoefficient", final unit="V/K");
    type PeltierCoefficient = Real(final quantity="PeltierCoefficient", final unit="V");
    type FermiEnergy = Real(final quantity="Energy", final unit="eV");
    type GapEnergy = Real(final quantity="Energy", final unit="eV");
    type ElectronNumberDensity = Real(final quantity="ElectronNumberDensity", final unit="m-3");
    type HoleNumberDensity = Real(final quantity="HoleNumberDensity", final unit="m-3");
    type IntrinsicNumberDensity = Real(final quantity="IntrinsicNumberDensity", final unit="m-3");
    type DonorNumberDensity = Real(final quantity="DonorNumberDensity", final unit="m-3");
    type AcceptorNumberDensity = Real(final quantity="AcceptorNumberDensity", final unit="m-3");

    // Ageing and relative quantities
    type TimeAging = Real(final quantity="1/Modelica.Units.SI.Time", final unit="1/s");
    type ChargeAging = Real(final quantity="1/Modelica.Units.SI.ElectricCharge", final unit="1/(A.s)");
    type PerUnit = Real(unit="1");
    type DimensionlessRatio = Real(unit="1");

    // Complex quantities
    operator record ComplexCurrent = Complex(redeclare Current re, redeclare Current im);
    operator record ComplexCurrentSlope = Complex(redeclare CurrentSlope re, redeclare CurrentSlope im);
    operator record ComplexCurrentDensity = Complex(redeclare CurrentDensity re, redeclare CurrentDensity im);
    operator record ComplexElectricPotential = Complex(redeclare ElectricPotential re, redeclare ElectricPotential im);
    operator record ComplexPotentialDifference = Complex(redeclare PotentialDifference re, redeclare PotentialDifference im);
    operator record ComplexVoltage = Complex(redeclare Voltage re, redeclare Voltage im);
    operator record ComplexVoltageSlope = Complex(redeclare VoltageSlope re, redeclare VoltageSlope im);
    operator record ComplexElectricFieldStrength = Complex(redeclare ElectricFieldStrength re, redeclare ElectricFieldStrength im);
    operator record ComplexElectricFluxDensity = Complex(redeclare ElectricFluxDensity re, redeclare ElectricFluxDensity im);
    operator record ComplexElectricFlux = Complex(redeclare ElectricFlux re, redeclare ElectricFlux im);
    operator record ComplexMagneticFieldStrength = Complex(redeclare MagneticFieldStrength re, redeclare MagneticFieldStrength im);
    operator record ComplexMagneticPotential = Complex(redeclare MagneticPotential re, redeclare MagneticPotential im);
    operator record ComplexMagneticPotentialDifference = Complex(redeclare MagneticPotentialDifference re, redeclare MagneticPotentialDifference im);
    operator record ComplexMagnetomotiveForce = Complex(redeclare MagnetomotiveForce re, redeclare MagnetomotiveForce im);
    operator record ComplexMagneticFluxDensity = Complex(redeclare MagneticFluxDensity re, redeclare MagneticFluxDensity im);
    operator record ComplexMagneticFlux = Complex(redeclare MagneticFlux re, redeclare MagneticFlux im);
    operator record ComplexReluctance = Complex(redeclare Reluctance re, redeclare Reluctance im);
    operator record ComplexImpedance = Complex(redeclare Resistance re, redeclare Reactance im);
    operator record ComplexAdmittance = Complex(redeclare Conductance re, redeclare Susceptance im);
    operator record ComplexPower = Complex(redeclare ActivePower re, redeclare ReactivePower im);
    operator record ComplexPerUnit = Complex(redeclare PerUnit re, redeclare PerUnit im);
    annotation(Documentation(info="<html>
<p>The usual way to name these types is <code>import Modelica.Units.SI;</code> and then <code>SI.Voltage v;</code>.
A type says what a number means, so that a tool can check units and show the number in the unit the user likes.</p>
</html>"));
  end SI;

  package NonSI "Types of quantities in other units"
    extends Modelica.Icons.Package;

    type Temperature_degC = Real(final quantity="ThermodynamicTemperature", final unit="degC");
    type Temperature_degF = Real(final quantity="ThermodynamicTemperature", final unit="degF");
    type Temperature_degRk = Real(final quantity="ThermodynamicTemperature", final unit="degRk");
    type Angle_deg = Real(final quantity="Angle", final unit="deg");
    type AngularVelocity_rpm = Real(final quantity="AngularVelocity", final unit="rev/min");
    type Velocity_kmh = Real(final quantity="Velocity", final unit="km/h");
    type Time_day = Real(final quantity="Time", final unit="d");
    type Time_hour = Real(final quantity="Time", final unit="h");
    type Time_minute = Real(final quantity="Time", final unit="min");
    type Volume_litre = Real(final quantity="Volume", final unit="l");
    type ElectricCharge_Ah = Real(final quantity="ElectricCharge", final unit="A.h");
    type Energy_Wh = Real(final quantity="Energy", final unit="W.h");
    type Energy_kWh = Real(final quantity="Energy", final unit="kW.h");
    type Pressure_bar = Real(final quantity="Pressure", final unit="bar");
    type MassFlowRate_gps = Real(final quantity="MassFlowRate", final unit="g/s");
    type Area_cm = Real(final quantity="Area", final unit="cm2");
    type PerArea_cm = Real(final quantity="PerArea", final unit="1/cm2");
    type Area_cmPerVoltageSecond = Real(final quantity="AreaPerVoltageSecond", final unit="cm2/(V.s)");
    annotation(Documentation(info="<html>
<p>For the surface of a program only: equations are written in SI units. Use <code>Units.Conversions</code> at the border.</p>
</html>"));
  end NonSI;

  package Conversions "Functions between SI and other units"
    extends Modelica.Icons.FunctionsPackage;

    function to_unit1 "Drop the unit of a number"
      extends Modelica.Units.Icons.Conversion;
      input Real r "Value to convert";
      output Real result(unit="1") "Converted value";
    algorithm
      result := r;
      annotation(Inline=true);
    end to_unit1;

    function to_degC "Kelvin to degree Celsius"
      extends Modelica.Units.Icons.Conversion;
      input SI.Temperature Kelvin "Value to convert";
      output NonSI.Temperature_degC Celsius "Converted value";
    algorithm
      Celsius := Kelvin + Modelica.Constants.T_zero;
      annotation(Inline=true);
    end to_degC;

    function from_degC "Degree Celsius to kelvin"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Temperature_degC Celsius "Value to convert";
      output SI.Temperature Kelvin "Converted value";
    algorithm
      Kelvin := Celsius - Modelica.Constants.T_zero;
      annotation(Inline=true);
    end from_degC;

    function to_degF "Kelvin to degree Fahrenheit"
      extends Modelica.Units.Icons.Conversion;
      input SI.Temperature Kelvin "Value to convert";
      output NonSI.Temperature_degF Fahrenheit "Converted value";
    algorithm
      Fahrenheit := (Kelvin + Modelica.Constants.T_zero)*9/5 + 32;
      annotation(Inline=true);
    end to_degF;

    function from_degF "Degree Fahrenheit to kelvin"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Temperature_degF Fahrenheit "Value to convert";
      output SI.Temperature Kelvin "Converted value";
    algorithm
      Kelvin := (Fahrenheit - 32)*5/9 - Modelica.Constants.T_zero;
      annotation(Inline=true);
    end from_degF;

    function to_degRk "Kelvin to degree Rankine"
      extends Modelica.Units.Icons.Conversion;
      input SI.Temperature Kelvin "Value to convert";
      output NonSI.Temperature_degRk Rankine "Converted value";
    algorithm
      Rankine := Kelvin*9/5;
      annotation(Inline=true);
    end to_degRk;

    function from_degRk "Degree Rankine to kelvin"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Temperature_degRk Rankine "Value to convert";
      output SI.Temperature Kelvin "Converted value";
    algorithm
      Kelvin := Rankine*5/9;
      annotation(Inline=true);
    end from_degRk;

    function to_deg "Radian to degree"
      extends Modelica.Units.Icons.Conversion;
      input SI.Angle radian "Value to convert";
      output NonSI.Angle_deg degree "Converted value";
    algorithm
      degree := radian*180/Modelica.Constants.pi;
      annotation(Inline=true);
    end to_deg;

    function from_deg "Degree to radian"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Angle_deg degree "Value to convert";
      output SI.Angle radian "Converted value";
    algorithm
      radian := degree*Modelica.Constants.pi/180;
      annotation(Inline=true);
    end from_deg;

    function to_rpm "Radian per second to revolutions per minute"
      extends Modelica.Units.Icons.Conversion;
      input SI.AngularVelocity rs "Value to convert";
      output NonSI.AngularVelocity_rpm rpm "Converted value";
    algorithm
      rpm := rs*30/Modelica.Constants.pi;
      annotation(Inline=true);
    end to_rpm;

    function from_rpm "Revolutions per minute to radian per second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.AngularVelocity_rpm rpm "Value to convert";
      output SI.AngularVelocity rs "Converted value";
    algorithm
      rs := rpm*Modelica.Constants.pi/30;
      annotation(Inline=true);
    end from_rpm;

    function to_kmh "Metre per second to kilometre per hour"
      extends Modelica.Units.Icons.Conversion;
      input SI.Velocity ms "Value to convert";
      output NonSI.Velocity_kmh kmh "Converted value";
    algorithm
      kmh := ms*3.6;
      annotation(Inline=true);
    end to_kmh;

    function from_kmh "Kilometre per hour to metre per second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Velocity_kmh kmh "Value to convert";
      output SI.Velocity ms "Converted value";
    algorithm
      ms := kmh/3.6;
      annotation(Inline=true);
    end from_kmh;

    function to_day "Second to day"
      extends Modelica.Units.Icons.Conversion;
      input SI.Time s "Value to convert";
      output NonSI.Time_day day "Converted value";
    algorithm
      day := s/86400;
      annotation(Inline=true);
    end to_day;

    function from_day "Day to second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Time_day day "Value to convert";
      output SI.Time s "Converted value";
    algorithm
      s := day*86400;
      annotation(Inline=true);
    end from_day;

    function to_hour "Second to hour"
      extends Modelica.Units.Icons.Conversion;
      input SI.Time s "Value to convert";
      output NonSI.Time_hour hour "Converted value";
    algorithm
      hour := s/3600;
      annotation(Inline=true);
    end to_hour;

    function from_hour "Hour to second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Time_hour hour "Value to convert";
      output SI.Time s "Converted value";
    algorithm
      s := hour*3600;
      annotation(Inline=true);
    end from_hour;

    function to_minute "Second to minute"
      extends Modelica.Units.Icons.Conversion;
      input SI.Time s "Value to convert";
      output NonSI.Time_minute minute "Converted value";
    algorithm
      minute := s/60;
      annotation(Inline=true);
    end to_minute;

    function from_minute "Minute to second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Time_minute minute "Value to convert";
      output SI.Time s "Converted value";
    algorithm
      s := minute*60;
      annotation(Inline=true);
    end from_minute;

    function to_litre "Cubic metre to litre"
      extends Modelica.Units.Icons.Conversion;
      input SI.Volume m3 "Value to convert";
      output NonSI.Volume_litre litre "Converted value";
    algorithm
      litre := m3*1000;
      annotation(Inline=true);
    end to_litre;

    function from_litre "Litre to cubic metre"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Volume_litre litre "Value to convert";
      output SI.Volume m3 "Converted value";
    algorithm
      m3 := litre/1000;
      annotation(Inline=true);
    end from_litre;

    function from_Ah "Ampere hour to coulomb"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.ElectricCharge_Ah AmpereHour "Value to convert";
      output SI.ElectricCharge Coulomb "Converted value";
    algorithm
      Coulomb := AmpereHour*3600;
      annotation(Inline=true);
    end from_Ah;

    function to_Ah "Coulomb to ampere hour"
      extends Modelica.Units.Icons.Conversion;
      input SI.ElectricCharge Coulomb "Value to convert";
      output NonSI.ElectricCharge_Ah AmpereHour "Converted value";
    algorithm
      AmpereHour := Coulomb/3600;
      annotation(Inline=true);
    end to_Ah;

    function from_Wh "Watt hour to joule"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Energy_Wh WattHour "Value to convert";
      output SI.Energy Joule "Converted value";
    algorithm
      Joule := WattHour*3600;
      annotation(Inline=true);
    end from_Wh;

    function to_Wh "Joule to watt hour"
      extends Modelica.Units.Icons.Conversion;
      input SI.Energy Joule "Value to convert";
      output NonSI.Energy_Wh WattHour "Converted value";
    algorithm
      WattHour := Joule/3600;
      annotation(Inline=true);
    end to_Wh;

    function to_kWh "Joule to kilowatt hour"
      extends Modelica.Units.Icons.Conversion;
      input SI.Energy J "Value to convert";
      output NonSI.Energy_kWh kWh "Converted value";
    algorithm
      kWh := J/3.6e6;
      annotation(Inline=true);
    end to_kWh;

    function from_kWh "Kilowatt hour to joule"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Energy_kWh kWh "Value to convert";
      output SI.Energy J "Converted value";
    algorithm
      J := kWh*3.6e6;
      annotation(Inline=true);
    end from_kWh;

    function to_bar "Pascal to bar"
      extends Modelica.Units.Icons.Conversion;
      input SI.Pressure Pa "Value to convert";
      output NonSI.Pressure_bar bar "Converted value";
    algorithm
      bar := Pa/1e5;
      annotation(Inline=true);
    end to_bar;

    function from_bar "Bar to pascal"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Pressure_bar bar "Value to convert";
      output SI.Pressure Pa "Converted value";
    algorithm
      Pa := bar*1e5;
      annotation(Inline=true);
    end from_bar;

    function to_gps "Kilogram per second to gram per second"
      extends Modelica.Units.Icons.Conversion;
      input SI.MassFlowRate kgps "Value to convert";
      output NonSI.MassFlowRate_gps gps "Converted value";
    algorithm
      gps := kgps*1000;
      annotation(Inline=true);
    end to_gps;

    function from_gps "Gram per second to kilogram per second"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.MassFlowRate_gps gps "Value to convert";
      output SI.MassFlowRate kgps "Converted value";
    algorithm
      kgps := gps/1000;
      annotation(Inline=true);
    end from_gps;

    function from_Hz "Frequency to angular velocity"
      extends Modelica.Units.Icons.Conversion;
      input SI.Frequency f "Value to convert";
      output SI.AngularVelocity w "Converted value";
    algorithm
      w := 2*Modelica.Constants.pi*f;
      annotation(Inline=true);
    end from_Hz;

    function to_Hz "Angular velocity to frequency"
      extends Modelica.Units.Icons.Conversion;
      input SI.AngularVelocity w "Value to convert";
      output SI.Frequency f "Converted value";
    algorithm
      f := w/(2*Modelica.Constants.pi);
      annotation(Inline=true);
    end to_Hz;

    function to_cm2 "Square metre to square centimetre"
      extends Modelica.Units.Icons.Conversion;
      input SI.Area m2 "Value to convert";
      output NonSI.Area_cm cm2 "Converted value";
    algorithm
      cm2 := m2*1e4;
      annotation(Inline=true);
    end to_cm2;

    function from_cm2 "Square centimetre to square metre"
      extends Modelica.Units.Icons.Conversion;
      input NonSI.Area_cm cm2 "Value to convert";
      output SI.Area m2 "Converted value";
    algorithm
      m2 := cm2/1e4;
      annotation(Inline=true);
    end from_cm2;
    annotation(Documentation(info="<html>
<p>A function <code>to_x</code> takes the SI value and gives it in unit x, <code>from_x</code> goes the other way.</p>
</html>"));
  end Conversions;

  package Icons "Common base of the conversion functions"
    extends Modelica.Icons.IconsPackage;

    partial function Conversion "Base of a conversion function"
    end Conversion;
  end Icons;
end Units;
